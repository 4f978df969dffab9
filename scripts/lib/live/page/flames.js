// The flame graphs: of one server beside its charts, or of two, side by side.

import { $, create, setText } from './dom.js'
import { figureText } from './figures.js'

const ROW = 1.4 // rem

let flames = [] // the events of all graphs
let first = 0 // of the pair that is shown
let isScaled = false // to the CPU time per request
let taken // the profile that is being taken: its `target` and its `end` (ms)
let library

/** Forgets all flame graphs. */
export function clearFlames () {
  flames = []
  taken = null
  showGraphs()
}

/** Takes what the server tells of a profile: that a server starts for it, its begin, its tree. */
export async function takeFlame (flame) {
  const { target, tree, seconds } = flame
  taken = tree ? null : { target, end: performance.now() + 1000 * seconds }
  library ??= loadLibrary()
  await library
  if (!tree) return
  const others = flames.filter((other) => other.target !== target)
  flames = others.filter((other) => loadText(other) === loadText(flame)) // or nothing compares
  flames.push(flame)
  first = 0
  showGraphs()
}

/** Says for which profile the page waits, and how long. */
export function profileStatus () {
  if (!taken) return ''
  const seconds = Math.ceil((taken.end - performance.now()) / 1000)
  return `CPU profile of ${taken.target} …${seconds > 0 ? ` ${seconds} s` : ''}`
}

/** Shows the next pair, or none after the last. @returns {boolean} whether there was one */
export function leavePair () {
  if (!flames.length) return false
  first++
  if (first + 2 > flames.length) clearFlames()
  showGraphs()
  return true
}

/** Shows graphs to scale, as wide as the CPU time per request; or each as wide as its box. */
export function scaleGraphs () {
  isScaled = !isScaled
  showGraphs()
}

function loadText ({ seconds, load }) {
  return `${seconds} of ${load.duration} s with ${load.connections} connections.`
}

function loadLibrary () {
  return new Promise((resolve) => {
    const script = create('script', { src: 'flame-graph.js', onload: resolve })
    document.head.append(script)
  })
}

function showGraphs () {
  const shown = flames.slice(first, first + 2)
  const isPair = shown.length > 1
  const most = Math.max(...shown.map(({ cpuPerRequest }) => cpuPerRequest))
  $('graphs').replaceChildren(...shown.map(createFigure))
  $('flames').hidden = !shown.length
  $('flames').classList.toggle('pair', isPair)
  $('main').classList.toggle('beside', shown.length === 1)
  $('scale').ariaPressed = String(isScaled)
  for (const [i, { tree, cpuPerRequest, ...flame }] of shown.entries()) {
    setText($('length'), loadText(flame))
    const part = isPair && isScaled ? cpuPerRequest / most : 1
    drawGraph(tree, $('graphs').children[i].lastChild, part)
  }
}

function createFigure ({ target, tree, cpuPerRequest }) {
  const cost = cpuPerRequest ? ` ${figureText(cpuPerRequest)} µs per request;` : ''
  const figure = create('figure', {},
    create('figcaption', {}, create('b', {}, target), `${cost} ${hottest(tree)}`),
    create('div', { className: 'graph' }))
  figure.dataset.target = target
  return figure
}

function drawGraph (tree, box, part) {
  const { d3, flamegraph } = window
  const { fontSize } = window.getComputedStyle(document.documentElement)
  const nameOf = ({ data, value }) => `${share(value, tree)} ${data.name}`
  const graph = flamegraph.default()
    .width(Math.max(1, part * box.clientWidth))
    .cellHeight(ROW * parseFloat(fontSize))
    .minFrameSize(2)
    .selfValue(false)
    .getName(nameOf)
    .setLabelHandler(nameOf)
    .setColorMapper(({ data }) => `var(--${data.owner})`)
  d3.select(box).datum(tree).call(graph)
  // The blocks grow from the root.
  for (const block of box.querySelectorAll('.frame')) {
    const { depth } = d3.select(block).datum()
    block.style.animationDelay = `${60 * depth}ms`
  }
  box.scrollTop = box.scrollHeight
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

window.addEventListener('resize', showGraphs)
