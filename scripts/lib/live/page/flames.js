// The flame graphs: of one server beside its charts, or of two, side by side.

import { $, create } from './dom.js'
import { figureText } from './labels.js'

const OWNERS = { own: '--slow', package: '--fast', node: '--edge' } // their colours
const MARKED = '--accent'
const ROW = 1.4 // rem

const trees = new Map() // by target; undefined while the profile is taken
let first = 0 // of those shown
let graphs = []
let library

export const hasFlames = () => trees.size > 0

/** Forgets all flame graphs. */
export function clearFlames () {
  trees.clear()
  first = 0
  draw()
}

/** Takes what the server tells of a profile: that it has begun, or its tree. */
export async function takeFlame ({ target, tree }) {
  trees.delete(target) // the latest comes last
  trees.set(target, tree)
  library ??= loadLibrary()
  await library
  draw()
}

/** Shows the next pair. @returns {boolean} whether there was one */
export function showNextPair () {
  if (first + 2 >= trees.size) return false
  first++
  draw()
  return true
}

/** Draws the graphs anew, for another width or other colours. */
export function redrawFlames () {
  if (graphs.length) draw()
}

function loadLibrary () {
  return new Promise((resolve) => {
    const script = create('script', { src: 'flame-graph.js', onload: resolve })
    document.head.append(script)
  })
}

function draw () {
  const shown = [...trees].slice(first, first + 2)
  $('flames').hidden = !shown.length
  $('main').classList.toggle('beside', shown.length === 1)
  const figures = shown.map(createFigure)
  $('graphs').replaceChildren(...figures)
  graphs = []
  for (const [i, [, tree]] of shown.entries()) {
    if (tree) graphs.push(drawGraph(tree, figures[i].lastElementChild))
  }
  markSearched()
}

function createFigure ([target, tree]) {
  const title = tree ? hottest(tree) : 'taking a CPU profile for 3 s …'
  const figure = create('figure', {},
    create('figcaption', {}, create('b', {}, target), ` ${title}`),
    create('div', { className: 'graph' }))
  figure.dataset.target = target
  return figure
}

function drawGraph (tree, box) {
  const { d3, flamegraph } = window
  const style = window.getComputedStyle(document.documentElement)
  const colorOf = (name) => style.getPropertyValue(name)
  const row = ROW * parseFloat(style.fontSize)
  const graph = flamegraph.default()
    .width(box.clientWidth)
    .cellHeight(row)
    .minFrameSize(2)
    .selfValue(false)
    .setLabelHandler(({ data, value }) => `${data.name}: ${share(value, tree)}`)
    .setColorMapper(({ data, highlight }) => colorOf(highlight ? MARKED : OWNERS[data.owner]))
  d3.select(box).datum(tree).call(graph)
  // The blocks grow from the root.
  for (const block of box.querySelectorAll('.frame')) {
    const { depth } = d3.select(block).datum()
    block.style.animationDelay = `${60 * depth}ms`
  }
  box.scrollTop = box.scrollHeight
  return graph
}

/** Marks the blocks whose names have the text that is searched. */
export function markSearched () {
  const text = $('search').value
  for (const graph of graphs) {
    if (text) graph.search(text.replaceAll(/[^\w\s]/g, '\\$&'))
    else graph.clear()
  }
}

/** Names the function of the reader's own code with the most time in itself. */
export function hottest (tree) {
  const times = new Map()
  const blocks = [tree]
  for (const { name, owner, self, children } of blocks) {
    if (owner === 'own') times.set(name, (times.get(name) ?? 0) + self)
    blocks.push(...children)
  }
  const [[name, self] = ['', 0]] = [...times].sort(([, a], [, b]) => b - a)
  return name ? `hottest own function: ${name}, ${share(self, tree)}` : 'no function of its own'
}

function share (value, tree) {
  return `${figureText(100 * value / tree.value)} %`
}
