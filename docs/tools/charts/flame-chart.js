'use strict'

/** @import { Chart } from '../draw-chart' */

const path = require('node:path')
const { colour } = require('./theme')

const ROW = 32 // px
const NAMES = 3 // more cannot be read from the back row
const LETTER = 7 // px
const WIDTH = 420 // px, of all blocks
const OWNERS = { app: 'your code', deps: 'packages', core: 'Node.js' }
const COLORS = ['slow', 'baseline', 'faint'].map(colour)

/**
 * @param {any} root of the recorded page of a flame graph
 * @returns {Chart} of the five rows around the hottest block
 */
function flameChart (root) {
  const blocks = []
  collectBlocks(root, 0, 0, blocks)
  const hottest = blocks.reduce((a, b) => a.self > b.self ? a : b)
  const first = hottest.row - 3
  const shown = blocks.filter(({ row }) => row >= first && row < first + 5)
  const self = {}
  for (const { name, self: ticks } of shown) self[name] = (self[name] ?? 0) + ticks
  const share = (ticks) => `${Math.round(100 * ticks / root.value)} %`
  const wide = shown.filter(({ name, x, x2 }) => {
    return (x2 - x) / root.value * WIDTH > name.length * LETTER
  })
  const names = [...new Set(wide.map(({ name }) => name))]
    .sort((a, b) => self[b] - self[a])
    .slice(0, NAMES)
  const labels = []
  for (const { x, x2, row, name, owner, self } of wide) {
    if (!names.includes(name)) continue
    const isHot = self > 0.03 * root.value
    const text = isHot ? [name, share(self)] : [name]
    labels.push({ x: (x + x2) / 2, row, owner, text, dy: isHot ? -7 : 0 })
  }
  const listed = names.map((name) => `${name} ${share(self[name])}`)
  return {
    alt: `Flame graph, with shares of the samples at the top of the stack: ${listed.join(', ')}.`,
    spec: flameSpec(shown, labels, root.value)
  }
}

/** Frames of V8 and native code count for the function that calls them. */
function collectBlocks ({ children, onStackTop, ...frame }, x, row, blocks) {
  const isShown = frame.category in OWNERS
  if (isShown) {
    const { functionName, fileName, lineNumber } = frame
    const isAnonymous = functionName === '(anonymous)'
    blocks.push({
      x,
      x2: x + frame.value,
      row,
      self: onStackTop.asViewed,
      owner: OWNERS[frame.category],
      name: isAnonymous ? `${path.posix.basename(fileName)}:${lineNumber}` : functionName
    })
  }
  for (const child of children) {
    collectBlocks(child, x, isShown ? row + 1 : row, blocks)
    x += child.value
  }
}

function flameSpec (blocks, labels, width) {
  const owners = Object.values(OWNERS)
  const y = { field: 'row', type: 'ordinal', sort: 'descending', axis: null }
  const x = { field: 'x', type: 'quantitative', axis: null, scale: { domain: [0, width] } }
  const isPale = 'datum.owner === "Node.js"'
  return {
    height: 5 * ROW,
    layer: [
      {
        data: { values: blocks },
        mark: { type: 'rect', stroke: colour('paper'), strokeWidth: 0.7 },
        encoding: {
          x,
          x2: { field: 'x2' },
          y,
          color: { field: 'owner', scale: { domain: owners, range: COLORS } }
        }
      },
      {
        data: { values: labels },
        mark: { type: 'text', fontSize: 11, fontWeight: 'bold', dy: { expr: 'datum.dy' } },
        encoding: {
          x,
          y,
          text: { field: 'text' },
          color: { condition: { test: isPale, value: colour('ink') }, value: colour('paper') }
        }
      }
    ]
  }
}

module.exports = { flameChart }
