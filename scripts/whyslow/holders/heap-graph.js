'use strict'

// https://developer.chrome.com/docs/devtools/memory-problems/heap-snapshot-schema

/** @import { SnapshotHead, SnapshotInput, SnapshotReader } from '../types' */

const STRING = /[,\s]*("[^"\\]*(?:\\.[^"\\]*)*")/gy
const LONGEST = 200 // characters of a name: what is longer is data
// They have the names that stand in code, and not the keys that a program computes.
const CODE = /ScopeInfo|ObjectBoilerplateDesc|^\((constant pool|context local names)\)/

/** Objects are nodes, and their references are edges. Both have numbers. */
class HeapGraph {
  /** @param {SnapshotHead} head */
  constructor ({ node_count: nodeCount, edge_count: edgeCount, meta }) {
    this.nodeTypes = meta.node_types[0]
    this.edgeTypes = meta.edge_types[0]
    this.nodeCount = nodeCount
    this.nodeLength = meta.node_fields.length
    this.nodes = new Uint32Array(nodeCount * this.nodeLength) // type, name, id, size, edges
    this.edges = new Uint32Array(edgeCount * 3) // type, name, target
    this.firstEdges = new Uint32Array(nodeCount + 1)
    this.locations = new Map() // of functions
    /** @type {string[]} */
    this.strings = []
    this.codeNames = new Set()
  }

  /** @param {number} node */
  typeOf (node) {
    return this.nodeTypes[this.nodes[node * this.nodeLength]]
  }

  /** @param {number} node */
  nameOf (node) {
    return this.strings[this.nodes[node * this.nodeLength + 1]]
  }

  /** @param {number} node */
  idOf (node) {
    return this.nodes[node * this.nodeLength + 2]
  }

  /** @param {number} node */
  sizeOf (node) {
    return this.nodes[node * this.nodeLength + 3]
  }

  /** @param {number} edge */
  edgeTypeOf (edge) {
    return this.edgeTypes[this.edges[edge * 3]]
  }

  /** @param {number} edge no element, and not hidden */
  edgeNameOf (edge) {
    return this.strings[this.edges[edge * 3 + 1]]
  }

  /** @param {number} edge @returns the same number for edges with one type and name */
  edgeKeyOf (edge) {
    return this.edges[edge * 3] * 2 ** 32 + this.edges[edge * 3 + 1]
  }

  /** @param {number} edge */
  targetOf (edge) {
    return this.edges[edge * 3 + 2] / this.nodeLength
  }
}

/**
 * Reads a heap snapshot while it arrives: as one string, it may be longer than V8 allows.
 * @returns {SnapshotReader<{ graph: HeapGraph, question: string }>} the question comes after the
 *   snapshot
 */
function * readSnapshot () {
  const input = { text: '' }
  const head = yield * readUntil(input, ',\n"nodes":[')
  const graph = new HeapGraph(JSON.parse(`${head}}`).snapshot)
  const { nodes, edges, nodeCount, nodeLength, firstEdges } = graph
  /** @type {number[]} */
  const rows = []
  yield * readNumbers(input, (numbers, at) => nodes.set(numbers, at))
  yield * readUntil(input, '"edges":[')
  yield * readNumbers(input, (numbers, at) => edges.set(numbers, at))
  yield * readUntil(input, '"locations":[')
  yield * readNumbers(input, (numbers) => {
    for (const number of numbers) rows.push(number) // too many for arguments
  })
  yield * readUntil(input, '"strings":[')
  yield * readStrings(input, graph.strings)
  for (let node = 0; node < nodeCount; node++) {
    firstEdges[node + 1] = firstEdges[node] + nodes[node * nodeLength + 4]
  }
  for (let i = 0; i < rows.length; i += 4) {
    const [at, scriptId, lineNumber, columnNumber] = rows.slice(i, i + 4)
    const node = at / nodeLength
    if (graph.typeOf(node) !== 'closure') continue // that of an object is that of its class
    graph.locations.set(node, { scriptId: String(scriptId), lineNumber, columnNumber })
  }
  findCodeNames(graph)
  return { graph, question: input.text }
}

/** @param {SnapshotInput} input @param {string} mark @returns {SnapshotReader<string>} */
function * readUntil (input, mark) {
  while (!input.text.includes(mark)) input.text += yield
  const [before] = input.text.split(mark, 1)
  input.text = input.text.slice(before.length + mark.length)
  return before
}

/**
 * @param {SnapshotInput} input
 * @param {(numbers: number[], at: number) => void} onNumbers
 * @returns {SnapshotReader<void>}
 */
function * readNumbers (input, onNumbers) {
  for (let count = 0; ;) {
    const end = input.text.indexOf(']')
    const cut = end < 0 ? input.text.lastIndexOf(',') : end
    const numbers = JSON.parse(`[${input.text.slice(0, Math.max(0, cut))}]`)
    onNumbers(numbers, count)
    count += numbers.length
    input.text = input.text.slice(cut + 1)
    if (end >= 0) return
    input.text += yield
  }
}

/** @param {SnapshotInput} input @param {string[]} strings @returns {SnapshotReader<void>} */
function * readStrings (input, strings) {
  for (;;) {
    let end = 0
    for (const { 0: found, 1: json, index } of input.text.matchAll(STRING)) {
      strings.push(json.length > LONGEST ? '' : JSON.parse(json))
      end = index + found.length
    }
    input.text = input.text.slice(end)
    if (/^\s*\]\}/.test(input.text)) break
    input.text += yield
  }
  yield * readUntil(input, ']}')
}

/** @param {HeapGraph} graph */
function findCodeNames (graph) {
  const { codeNames, firstEdges, nodeCount } = graph
  for (let node = 0; node < nodeCount; node++) {
    if (graph.typeOf(node) !== 'code' || !CODE.test(graph.nameOf(node))) continue
    for (let edge = firstEdges[node]; edge < firstEdges[node + 1]; edge++) {
      codeNames.add(graph.nameOf(graph.targetOf(edge)))
    }
  }
}

module.exports = { HeapGraph, readSnapshot }
