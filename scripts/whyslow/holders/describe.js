'use strict'

// Describes a holder as code reads it.

/** @import { HeapGraph } from './heap-graph' */
/** @import { Frame, Holder, Owner, Walk } from '../types' */

const { mostOf, number } = require('../util/numbers')
const { NAME, NEXT, ROOTS } = require('./owners')

const TIMERS = /timers?List/i
const LISTENERS = /^(.+?)(?:\._events|\[kEvents\])(?:\.(\w+))?/
const MOST_PARTS = 5 // of a path
const MOST_KINDS = 3
const BESIDE = 3.5 // steps by which a function on the path is nearer than one beside it

/**
 * @param {HeapGraph} graph
 * @param {Walk} walk
 * @param {Owner} owner
 * @param {Map<number, Frame>} places of functions of your own code
 * @returns {Omit<Holder, 'share'>}
 */
function describeHolder (graph, walk, owner, places) {
  const { path } = owner
  const kinds = sumKinds(graph, walk, owner)
  const timers = TIMERS.test(path) && kinds.find(({ kind }) => kind === 'Timeout')
  const { count } = timers || owner
  const name = timers ? timers.kind : nameHolder(path)
  return {
    name: count > 1 ? `${number(count)} × ${name}` : name,
    path: path.split(NEXT).slice(-MOST_PARTS).join(NEXT),
    place: findPlace(graph, walk, owner, places),
    kinds: kinds.slice(0, MOST_KINDS)
  }
}

function sumKinds (graph, { order, isNew, ownerOf }, holder) {
  const sums = new Map()
  for (const node of order) {
    let owner = ownerOf[node]
    while (owner.countedFor) owner = owner.countedFor
    if (!isNew[node] || owner !== holder) continue
    const kind = kindOf(graph, node)
    const sum = sums.get(kind) ?? { kind, count: 0, bytes: 0 }
    sums.set(kind, sum)
    sum.count++
    sum.bytes += graph.sizeOf(node)
  }
  return [...sums.values()].sort((a, b) => b.bytes - a.bytes)
}

function kindOf (graph, node) {
  const type = graph.typeOf(node)
  if (type.endsWith('string')) return 'string'
  if (type !== 'object' && type !== 'hidden') return type
  const name = graph.nameOf(node).replace('system / ', '')
  return NAME.test(name) ? name : type
}

// Such as `store.sessions of MemoryStore`, for `session → store (MemoryStore).sessions`.
function nameHolder (path) {
  const part = path.split(NEXT).slice(-1)[0].replace(/ \([#$\w]+\)$/, '')
  const [, variable, type, links] = part.match(/^(.*) \((.+?)\)([^(]+)$/) ?? []
  let name = part
  if (type) name = /\W/.test(variable) ? type + links : `${variable}${links} of ${type}`
  const [, emitter, event] = name.match(LISTENERS) ?? []
  if (!emitter) return name
  return `listeners of ${event ? `"${event}" of ` : ''}${emitter}`
}

// The function of your own code whose way from the root has the most in common.
function findPlace (graph, { parents }, { nodes }, places) {
  const steps = new Map(nodes.map((node) => [node, 0]))
  let at = parents[nodes[0]]
  for (let step = 1; !ROOTS.includes(graph.typeOf(at)); step++) {
    steps.set(at, step)
    at = parents[at]
  }
  let least = Infinity
  let counts = new Map()
  for (const [closure, place] of places) {
    let node = closure
    while (node && !steps.has(node)) node = parents[node]
    const step = steps.get(node)
    const distance = step && node === closure ? step : step + BESIDE
    if (distance < least) counts = new Map()
    if (distance > least || !node) continue
    least = distance
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return mostOf(counts)[0]
}

module.exports = { describeHolder }
