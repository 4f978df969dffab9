'use strict'

// Finds the old objects that keep new ones.

/** @import { HeapGraph } from './heap-graph' */
/** @import { EdgeTest, Owner, Walk, Walked } from '../types' */

// What V8 itself has at the moment, lists that keep nothing alive, and the table of a WeakMap: its
// values are kept by their keys.
const WEAK = /^\((Handle scope|(Stack|Strong) roots|\w+ strings)\)$|CleanupQueue$| pair in WeakMap /
const ROOTS = ['native', 'synthetic'] // nodes of V8 and Node.js
const OWN_WORK = ['code', 'object shape'] // V8 makes them of what runs often
const HANDLE_OWNER = '<symbol owner_symbol>'
const NAME = /^(?:[gs]et )?([#$\w]{1,40})$/
const SYMBOL = /^<symbol ([.\w]{1,40})>$/
const PLAIN = ['Object', 'Array', 'Map', 'Set', 'Promise', 'Function']
const ELEMENT = '[…]'
const NEXT = ' → '
const LONGEST_CYCLE = 3 // steps from one link of a list to the next

/**
 * Walks breadth first from the root, and counts each new object for its owner: the last object on
 * the way before a new one. Objects with equal paths are one owner, as the sockets of a server are.
 * @param {HeapGraph} graph
 * @param {number} mark new objects have larger ids
 * @param {Uint8Array} leftOut by node: it is not entered
 * @returns {Walk}
 */
function walk (graph, mark, leftOut) {
  const { firstEdges, nodeCount } = graph
  const order = new Uint32Array(nodeCount)
  const parents = new Uint32Array(nodeCount)
  const via = new Uint32Array(nodeCount) // edges
  const isNew = new Uint8Array(nodeCount)
  const isBehindNew = new Uint8Array(nodeCount) // new, or kept by what is new
  const isReached = leftOut.slice()
  const root = createOwner('')
  root.nodes.push(0)
  const owners = [root]
  const ownerOf = Array(nodeCount) // by node
  const walked = { parents, via, isNew, ownerOf, owners }
  let reached = 1
  let bytes = 0
  let objects = 0
  isReached[0] = 1
  ownerOf[0] = root
  for (let at = 0; at < reached; at++) {
    const node = order[at]
    const type = graph.typeOf(node)
    for (let edge = firstEdges[node]; edge < firstEdges[node + 1]; edge++) {
      const target = graph.targetOf(edge)
      if (isReached[target] || isWeak(graph, node, edge)) continue
      isReached[target] = 1
      order[reached++] = target
      parents[target] = node
      via[target] = edge
      isNew[target] = Number(isNewNode(graph, walked, mark, target))
      // An object in the place of one that was freed has its id: it only seems to be old.
      isBehindNew[target] = isNew[target] | isBehindNew[node]
      // A new object is an owner if it is the value of a variable, or kept by a handle.
      const isVariable = graph.edgeTypeOf(edge) === 'context' && !isBehindNew[node]
      const isOpen = isOfHandle(graph, node, edge)
      const isOwner = !isBehindNew[target] || isVariable || isOpen || ROOTS.includes(type)
      const parent = isOpen ? root : ownerOf[node]
      ownerOf[target] = isOwner ? findOwner(graph, walked, parent, target) : parent
      if (!isNew[target]) continue
      ownerOf[target].bytes += graph.sizeOf(target)
      bytes += graph.sizeOf(target)
      objects++
    }
  }
  return { ...walked, order: order.subarray(0, reached), bytes, objects }
}

// `isNew` has the nodes before it.
/** @param {HeapGraph} graph @param {Walked} walked @param {number} mark @param {number} node */
function isNewNode (graph, { isNew, parents }, mark, node) {
  const type = graph.typeOf(node)
  const id = graph.idOf(node)
  if (type === 'native') return isNew[parents[node]] // it has an id of another kind
  return id > mark && id % 2 === 1 && !OWN_WORK.includes(type)
}

/** @param {HeapGraph} graph @param {Walked} walked @param {Owner} parent @param {number} node */
function findOwner (graph, { owners, parents, via }, parent, node) {
  const isFirst = parent === owners[0]
  const link = isFirst ? '' : describeEdge(graph, via[node], parents[node], via)
  const step = describeStep(graph, isFirst, link, node)
  const list = findList(parent, step)
  if (list) {
    list.nodes.push(node)
    return list
  }
  const owner = parent.next.get(step) ?? createOwner(step, parent)
  if (!owner.count) owners.push(owner)
  parent.next.set(step, owner)
  owner.nodes.push(node)
  owner.count++
  return owner
}

/** @param {string} step @param {Owner} [parent] @returns {Owner} */
function createOwner (step, parent) {
  return { step, parent, next: new Map(), nodes: [], count: 0, bytes: 0 }
}

// The owner of the list that a step continues: `.next`, or `.next` behind `.link`, repeats itself.
/** @param {Owner} parent @param {string} step */
function findList (parent, step) {
  if (!step) return parent
  let list = parent
  for (let length = 0; length < LONGEST_CYCLE && list.parent; length++) {
    if (list.step === step && isRepeated(parent, list)) return list
    list = list.parent
  }
}

// Are the steps after `list` those before it, too?
/** @param {Owner} owner @param {Owner} list */
function isRepeated (owner, list) {
  let before = list.parent
  for (let after = owner; after.parent && after !== list; after = after.parent) {
    if (after.step !== before?.step) return false
    before = before?.parent
  }
  return true
}

/** @type {EdgeTest} */
function isWeak (graph, node, edge) {
  const type = graph.edgeTypeOf(edge)
  if (type === 'weak') return true
  const from = graph.typeOf(node)
  if (from === 'array') return type === 'internal' && WEAK.test(graph.edgeNameOf(edge))
  return ROOTS.includes(from) && WEAK.test(graph.nameOf(graph.targetOf(edge)))
}

// A handle and a parser keep a socket open, wherever the program has it.
/** @type {EdgeTest} */
function isOfHandle (graph, node, edge) {
  if (graph.edgeTypeOf(edge) !== 'property') return false
  const name = graph.edgeNameOf(edge)
  return name === HANDLE_OWNER || (name === 'socket' && graph.nameOf(node) === 'HTTPParser')
}

// As code has it: ` → variable`, `.property`, `[…]`.
/** @param {HeapGraph} graph @param {number} edge @param {number} node @param {Uint32Array} via */
function describeEdge (graph, edge, node, via) {
  const type = graph.edgeTypeOf(edge)
  const label = graph.edgeNameOf(edge)
  if (type === 'element' || graph.typeOf(node) === 'array') return ELEMENT
  if (type === 'context') return NEXT + label
  if (label === 'bound_this') return `${NEXT}this`
  if (graph.nameOf(node) === 'system / Cell') {
    // An ES module has a table of what it exports: a name, and the cell of its variable.
    const before = graph.nameOf(graph.targetOf(via[node] - 1))
    return NAME.test(before) ? NEXT + before : ''
  }
  if (type !== 'property') return ''
  const symbol = label.match(SYMBOL)?.[1]
  if (symbol) return `[${symbol}]`
  const name = label.match(NAME)?.[1]
  const isData = graph.nameOf(node) === 'Object' && !graph.codeNames.has(label)
  return name && !isData ? `.${name}` : ELEMENT
}

// Adds the name of a function, or the class of an instance: `.stack[…] (Layer)`.
/** @param {HeapGraph} graph @param {boolean} isFirst @param {string} link @param {number} node */
function describeStep (graph, isFirst, link, node) {
  const type = graph.typeOf(node)
  if (type !== 'object' && type !== 'closure') return link
  const name = graph.nameOf(node).replace(/^global .*/, 'globalThis')
  if (!NAME.test(name) || PLAIN.includes(name)) return link
  if (isFirst) return name
  if (type === 'object') return `${link} (${name})`
  return link.endsWith(name) ? link : link + NEXT + name
}

/**
 * Finds the owner of the most. What has less than `least` counts for the one above.
 * @param {Owner[]} owners parents first
 * @param {number} least bytes
 * @returns {Owner|undefined}
 */
function findLargest (owners, least) {
  let largest
  for (const owner of owners.toReversed()) {
    const { parent, bytes } = owner
    if (!parent) continue
    if (bytes < least) {
      parent.bytes += bytes
      owner.countedFor = parent
    } else if (!largest || bytes > largest.bytes) {
      largest = owner
    }
  }
  for (const owner of owners) {
    const { countedFor } = owner
    owner.countedFor = countedFor?.countedFor ?? countedFor
  }
  return largest
}

module.exports = { findLargest, NAME, NEXT, ROOTS, walk }
