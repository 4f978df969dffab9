// The flame graphs: of one server beside its charts, or of two, side by side.

import { $, create } from './dom.js'
import { figureText } from './labels.js'

const ROW = 1.4 // rem

const figures = new Map() // by target; the latest comes last
const graphs = new Map() // by the box of each
const observer = new window.ResizeObserver((entries) => {
  for (const { target } of entries) fit(target)?.update()
})
let first = 0 // of those shown
let library

/** Forgets all flame graphs. */
export function clearFlames () {
  observer.disconnect()
  figures.clear()
  graphs.clear()
  $('graphs').replaceChildren()
  first = 0
  show()
}

/** Takes what the server tells of a profile: that it has begun, or its tree. */
export async function takeFlame ({ target, tree }) {
  library ??= loadLibrary()
  await library
  if (!tree || !figures.has(target)) addFigure(target)
  show()
  if (!tree) return
  const [caption, box] = figures.get(target).children
  caption.lastChild.textContent = ` ${hottest(tree)}`
  box.replaceChildren()
  drawGraph(tree, box)
  markSearched()
}

/** Shows the next pair, or none after the last. @returns {boolean} whether there was one */
export function leavePair () {
  if (!figures.size) return false
  if (first + 2 >= figures.size) clearFlames()
  else first++
  show()
  return true
}

function loadLibrary () {
  return new Promise((resolve) => {
    const script = create('script', { src: 'flame-graph.js', onload: resolve })
    document.head.append(script)
  })
}

function show () {
  const all = [...$('graphs').children]
  for (const [i, figure] of all.entries()) figure.hidden = i < first || i > first + 1
  $('flames').hidden = !all.length
  $('main').classList.toggle('beside', all.length === 1)
}

function addFigure (target) {
  figures.get(target)?.remove()
  figures.delete(target)
  const figure = create('figure', {},
    create('figcaption', {}, create('b', {}, target), ' taking a CPU profile for 3 s …'),
    create('div', { className: 'graph' }))
  figure.dataset.target = target
  figures.set(target, figure)
  $('graphs').append(figure)
}

function drawGraph (tree, box) {
  const { d3, flamegraph } = window
  const graph = flamegraph.default()
    .minFrameSize(2)
    .selfValue(false)
    .setLabelHandler(({ data, value }) => `${data.name}: ${share(value, tree)}`)
    .setColorMapper(({ data, highlight }) => `var(--${highlight ? 'accent' : data.owner})`)
  graphs.set(box, graph)
  d3.select(box).datum(tree).call(fit(box))
  observer.observe(box)
  // The blocks grow from the root.
  for (const block of box.querySelectorAll('.frame')) {
    const { depth } = d3.select(block).datum()
    block.style.animationDelay = `${60 * depth}ms`
  }
  box.scrollTop = box.scrollHeight
}

// Gives the graph of a box the size of the box, in which it is drawn next.
function fit (box) {
  const { fontSize } = window.getComputedStyle(document.documentElement)
  return graphs.get(box)?.width(box.clientWidth).cellHeight(ROW * parseFloat(fontSize)).height(0)
}

/** Marks the blocks whose names have the text that is searched. */
export function markSearched () {
  const text = $('search').value
  for (const graph of graphs.values()) {
    if (text) graph.search(text.replaceAll(/[^\w\s]/g, '\\$&'))
    else graph.clear()
  }
}

/** Names the function of the reader's own code with the most time in itself. */
function hottest (tree) {
  const times = new Map()
  const blocks = [tree]
  for (const { name, owner, self, children } of blocks) {
    if (owner === 'own') times.set(name, (times.get(name) ?? 0) + self)
    blocks.push(...children)
  }
  const [[name, self] = ['', 0]] = [...times].sort(([, a], [, b]) => b - a)
  if (!name) return 'no function of its own'
  const total = share(totalOf(name, tree), tree)
  return `hottest own function: ${name}, ${total} total, ${share(self, tree)} self`
}

// A recursive function counts once.
function totalOf (name, block) {
  if (block.name === name) return block.value
  return block.children.reduce((sum, child) => sum + totalOf(name, child), 0)
}

function share (value, tree) {
  return `${figureText(100 * value / tree.value)} %`
}
