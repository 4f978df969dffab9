'use strict'

const path = require('node:path')
const { colour, WIDTH } = require('../draw-chart')

const ROW = 32 // px
const NAMES = 3 // more cannot be read from the back row
const LETTER = 7 // px
const OWNERS = { app: 'your code', deps: 'packages', core: 'Node.js' }
const COLORS = ['slow', 'baseline', 'faint'].map(colour)

/**
 * @param {any} root of the recorded page of a flame graph
 * @returns a Vega-Lite spec of the five rows around the hottest block
 */
function flameChart (root) {
  const blocks = []
  collectBlocks(root, 0, 0, blocks)
  const hottest = blocks.reduce((a, b) => a.self > b.self ? a : b)
  const first = hottest.row - 3
  const shown = blocks.filter(({ row }) => row >= first && row < first + 5)
  const y = { field: 'row', type: 'ordinal', sort: 'descending', axis: null }
  const x = { field: 'x', type: 'quantitative', axis: null, scale: { domain: [0, root.value] } }
  const isPale = 'datum.owner === "Node.js"'
  return {
    height: 5 * ROW,
    layer: [
      {
        data: { values: shown },
        mark: { type: 'rect', stroke: colour('paper'), strokeWidth: 0.7 },
        encoding: {
          x,
          x2: { field: 'x2' },
          y,
          color: { field: 'owner', scale: { domain: Object.values(OWNERS), range: COLORS } }
        }
      },
      {
        data: { values: labelsOf(shown, root.value) },
        mark: { type: 'text', fontSize: 11, dy: { expr: 'datum.dy' } },
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

// Frames of V8 and native code count for the function that calls them.
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

// Names the functions with the most time in themselves, where there is room.
function labelsOf (blocks, total) {
  const times = {}
  for (const { name, self } of blocks) times[name] = (times[name] ?? 0) + self
  const wide = blocks.filter(({ name, x, x2 }) => (x2 - x) / total * WIDTH > name.length * LETTER)
  const names = new Set(wide.map(({ name }) => name))
  const named = [...names].sort((a, b) => times[b] - times[a]).slice(0, NAMES)
  const labels = []
  for (const { x, x2, row, name, owner, self } of wide) {
    if (!named.includes(name)) continue
    const isHot = self > 0.03 * total
    const text = isHot ? [name, `${Math.round(100 * self / total)} %`] : [name]
    labels.push({ x: (x + x2) / 2, row, owner, text, dy: isHot ? -7 : 0 })
  }
  return labels
}

module.exports = { flameChart }
