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
  const functions = hottestFunctions(shown)
  const x = {
    field: 'x',
    type: 'quantitative',
    scale: { domain: [0, root.value] },
    axis: { title: sumsOf(functions[0], root.value), labels: false, grid: false }
  }
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
        data: { values: functions.map((times) => labelOf(times, root.value)) },
        mark: { type: 'text', fontSize: 11, dy: -7 },
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

/** The functions with the most time in themselves, of those whose widest block can be labelled. */
function hottestFunctions (blocks) {
  const functions = new Map()
  for (const block of blocks) {
    const { name, x, x2 } = block
    const times = functions.get(name) ?? { name, self: 0, widest: block }
    times.self += block.self
    if (x2 - x > times.widest.x2 - times.widest.x) times.widest = block
    functions.set(name, times)
  }
  const whole = Math.max(...blocks.map(({ x2 }) => x2))
  const fits = ({ name, widest: { x, x2 } }) => (x2 - x) / whole * WIDTH > name.length * LETTER
  const named = [...functions.values()].filter(fits).sort((a, b) => b.self - a.self)
  return named.slice(0, NAMES)
}

const percent = (time, whole) => `${Math.round(100 * time / whole)} %`

// A block has its own share.
function labelOf ({ name, widest: { x, x2, row, owner } }, whole) {
  return { x: (x + x2) / 2, row, owner, text: [name, percent(x2 - x, whole)] }
}

// The sum of all blocks of a function stands under the picture.
function sumsOf ({ name, self }, whole) {
  return [
    `${name}: ${percent(self, whole)} self time in all its blocks.`,
    'Native code counts as the function that called it.'
  ]
}

module.exports = { flameChart }
