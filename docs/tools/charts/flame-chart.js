'use strict'

const path = require('node:path')
const { colour, WIDTH } = require('../draw-chart')

const ROW = 32 // px
const NAMES = 3 // more cannot be read from the back row
const LETTER = 7 // px
const OWNERS = { app: 'your code', deps: 'packages', core: 'Node.js' }
const COLORS = ['own', 'package', 'faint'].map(colour)

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
    title: 'Width: share of the CPU time, %',
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

// Names the functions with the most time in themselves, each in its widest block.
function labelsOf (blocks, total) {
  const functions = new Map()
  for (const block of blocks) {
    const { name, x, x2 } = block
    const times = functions.get(name) ?? { self: 0, total: 0, widest: block }
    times.self += block.self
    times.total += x2 - x
    if (x2 - x > times.widest.x2 - times.widest.x) times.widest = block
    functions.set(name, times)
  }
  const percent = (time) => `${Math.round(100 * time / total)} %`
  const fits = (text, { x, x2 }) => (x2 - x) / total * WIDTH > text.length * LETTER
  const named = [...functions.values()]
    .filter(({ widest }) => fits(widest.name, widest))
    .sort((a, b) => b.self - a.self)
  return named.slice(0, NAMES).map(({ self, total: time, widest }) => {
    const { x, x2, row, owner, name } = widest
    const isHot = self > 0.03 * total
    const both = `${percent(time)} total, ${percent(self)} self`
    const text = [name]
    if (isHot) text.push(fits(both, widest) ? both : `${percent(self)} self`)
    return { x: (x + x2) / 2, row, owner, text, dy: isHot ? -7 : 0 }
  })
}

module.exports = { flameChart }
