'use strict'

// Describes a holder as code reads it.

/** @import { HeapGraph } from './heap-graph' */
/** @import { Frame, Holder, Kind, Owner, Walk } from '../types' */

const { mostOf, number } = require('../util/numbers')
const { NAME, NEXT, ROOTS } = require('./owners')

const TIMERS = /timers?List/i
const LISTENERS = /^(.+?)(?:\._events|\[kEvents\])(?:\.(\w+))?/
const MOST_PARTS = 5 // of a path
const MOST_STEPS = 40 // of a path, which may be very long
const MOST_KINDS = 3
const CHAIN = 100 // links: other structures are not so deep
const BESIDE = 3.5 // steps by which a function on the path is nearer than one beside it

/**
 * @param {HeapGraph} graph
 * @param {Walk} walk
 * @param {Owner} owner
 * @param {Map<number, Frame>} places of functions of your own code
 * @returns {Omit<Holder, 'share'>}
 */
function describeHolder (graph, walk, owner, places) {
  const path = pathOf(owner)
  const kinds = sumKinds(graph, walk, owner)
  const measured = measureDistances(graph, walk, owner)
  const timers = TIMERS.test(path) && kinds.find(({ kind }) => kind === 'Timeout')
  const { count } = timers || owner
  const name = timers ? timers.kind : nameHolder(path)
  return {
    name: count > 1 ? `${number(count)} × ${name}` : name,
    path: path.split(NEXT).slice(-MOST_PARTS).join(NEXT),
    place: findPlace(measured, places),
    kinds: kinds.slice(0, MOST_KINDS),
    chain: countLinks(graph, walk, measured.distances)
  }
}

/** @param {Owner} owner */
function pathOf (owner) {
  const steps = []
  for (let at = owner; at.parent && steps.length < MOST_STEPS; at = at.parent) steps.push(at.step)
  return steps.reverse().join('')
}

/** @param {HeapGraph} graph @param {Walk} walk @param {Owner} holder @returns {Kind[]} */
function sumKinds (graph, { order, isNew, ownerOf }, holder) {
  const sums = new Map()
  for (const node of order) {
    const owner = ownerOf[node]
    if (!isNew[node] || (owner.countedFor ?? owner) !== holder) continue
    const kind = kindOf(graph, node)
    const sum = sums.get(kind) ?? { kind, count: 0, bytes: 0 }
    sums.set(kind, sum)
    sum.count++
    sum.bytes += graph.sizeOf(node)
  }
  return [...sums.values()].sort((a, b) => b.bytes - a.bytes)
}

/** @param {HeapGraph} graph @param {number} node */
function kindOf (graph, node) {
  const type = graph.typeOf(node)
  if (type.endsWith('string')) return 'string'
  if (type !== 'object' && type !== 'hidden') return type
  const name = graph.nameOf(node).replace('system / ', '')
  return NAME.test(name) ? name : type
}

// Such as `store.sessions of MemoryStore`, for `session → store (MemoryStore).sessions`.
/** @param {string} path */
function nameHolder (path) {
  const part = path.split(NEXT).slice(-1)[0].replace(/ \([#$\w]+\)$/, '')
  const [, variable, type, links] = part.match(/^(.*) \((.+?)\)([^(]+)$/) ?? []
  let name = part
  if (type) name = /\W/.test(variable) ? type + links : `${variable}${links} of ${type}`
  const [, emitter, event] = name.match(LISTENERS) ?? []
  if (!emitter) return name
  return `listeners of ${event ? `"${event}" of ` : ''}${emitter}`
}

// By node: how many steps above the holder its way from the root leaves the path; 0 below it.
/** @param {HeapGraph} graph @param {Walk} walk @param {Owner} owner */
function measureDistances (graph, { order, parents }, { nodes }) {
  const steps = new Map(nodes.map((node) => [node, 0]))
  let at = parents[nodes[0]]
  for (let step = 1; !ROOTS.includes(graph.typeOf(at)); step++) {
    steps.set(at, step)
    at = parents[at]
  }
  const distances = new Float32Array(graph.nodeCount).fill(Infinity)
  for (const node of order) distances[node] = steps.get(node) ?? distances[parents[node]]
  return { distances, steps }
}

// If each of many objects keeps the next, there are as many edges of one name.
/** @param {HeapGraph} graph @param {Walk} walk @param {Float32Array} distances */
function countLinks (graph, { order, parents, via }, distances) {
  let at = order.findLast((node) => distances[node] === 0) ?? 0
  const counts = new Map()
  for (; distances[at] === 0; at = parents[at]) {
    const key = graph.edgeKeyOf(via[at])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const [, links = 0] = mostOf(counts)
  return links < CHAIN ? undefined : links
}

// The function of your own code whose way from the root has the most in common.
/** @param {ReturnType<typeof measureDistances>} measured @param {Map<number, Frame>} places */
function findPlace ({ distances, steps }, places) {
  let least = Infinity
  let counts = new Map()
  for (const [closure, place] of places) {
    const step = distances[closure]
    const distance = steps.get(closure) ? step : step + BESIDE
    if (distance < least) counts = new Map()
    if (distance > least || distance === Infinity) continue
    least = distance
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return mostOf(counts)[0]
}

module.exports = { describeHolder }
