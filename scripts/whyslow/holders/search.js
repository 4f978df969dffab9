'use strict'

// Searches a heap snapshot for what holds the new objects. Run as a program of its own: a large
// heap may need more memory than it may use. It gets the snapshot and a question, and prints JSON.

/** @import { HeapQuestion, Holders } from '../types' */
/** @import { HeapGraph } from './heap-graph' */

const { isOurs, isUserFrame } = require('../frames/frames')
const { fromCallFrame } = require('../frames/samples')
const { describeHolder } = require('./describe')
const { readSnapshot } = require('./heap-graph')
const { findLargest, walk } = require('./owners')

const MOST_HOLDERS = 3
const LEAST = 0.1 // share of a holder
const LEAST_EXPLAINED = 0.5

/**
 * Takes away one holder after the other, to see what they keep.
 * @param {HeapGraph} graph
 * @param {HeapQuestion} question
 * @returns {Holders}
 */
function sumHolders (graph, { mark, scripts, harness }) {
  const urls = new Map(scripts.map(({ id, url }) => [id, url]))
  const places = new Map() // of functions of your own code
  const leftOut = new Uint8Array(graph.nodeCount)
  for (const [node, location] of graph.locations) {
    const url = urls.get(location.scriptId) ?? ''
    const frame = fromCallFrame({ functionName: graph.nameOf(node), url, ...location })
    if (isOurs(frame, harness)) leftOut[node] = 1
    else if (isUserFrame(frame)) places.set(node, frame)
  }

  const holders = []
  const all = walk(graph, mark, leftOut)
  let walked = all
  while (holders.length < MOST_HOLDERS) {
    const owner = findLargest(walked.owners, all.bytes * LEAST)
    if (!owner?.bytes) break
    const holder = describeHolder(graph, walked, owner, places)
    for (const node of owner.nodes) leftOut[node] = 1
    const rest = walk(graph, mark, leftOut)
    const alone = walked.bytes - rest.bytes // the walk may have come to it on another way
    holders.push({ ...holder, share: Math.max(owner.bytes, alone) / all.bytes })
    walked = rest
  }
  const explained = all.bytes && 1 - walked.bytes / all.bytes
  if (explained < LEAST_EXPLAINED) holders.length = 0
  holders.sort((a, b) => b.share - a.share)
  return { bytes: all.bytes, objects: all.objects, holders, explained }
}

async function main () {
  const reader = readSnapshot()
  /** @type {any} */
  let step = reader.next('')
  let question = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    if (step.done) {
      question += chunk
      continue
    }
    step = reader.next(chunk)
    if (step.done) question = step.value.rest
  }
  if (!question) return // the command has ended
  process.stdout.write(JSON.stringify(sumHolders(step.value.graph, JSON.parse(question))))
}

main()
