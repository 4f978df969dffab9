'use strict'

// Searches a heap snapshot for what holds the new objects. It is a program of its own: if a large
// heap needs too much memory, only the search is lost.

/** @import { HeapGraph } from './heap-graph' */
/** @import { HeapQuestion, Holders } from '../types' */

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const { text } = require('node:stream/consumers')
const { isOurs, isUserFrame } = require('../frames/frames')
const { fromCallFrame } = require('../frames/samples')
const { UserError } = require('../util/errors')
const { bytes, rough } = require('../util/numbers')
const { pieceOf } = require('../util/piece')
const { describeHolder } = require('./describe')
const { readSnapshot } = require('./heap-graph')
const { findLargest, walk } = require('./owners')

const MOST_HOLDERS = 3
const LEAST = 0.1 // share of a holder
const LEAST_EXPLAINED = 0.5
const TIME_LIMIT = 60_000 // ms, when the snapshot has been sent

/**
 * Starts a search.
 * @param {number} memory bytes that it may use for its objects
 * @param {number} [timeLimit] ms from the question on
 * @returns gets the snapshot in pieces, then the question; `end` has to be called
 */
function startSearch (memory, timeLimit = TIME_LIMIT) {
  const megabytes = Math.ceil(memory / 2e6) // V8 does not limit typed arrays: the other half
  const { words: [file, ...args], env } = pieceOf('search')
  const child = spawn(file, [`--max-old-space-size=${megabytes}`, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true
  })
  child.stdin.on('error', () => {}) // it has ended
  const exited = once(child, 'exit').catch(({ message }) => [message])
  const answered = text(child.stdout)

  /** @param {string} chunk */
  function write (chunk) {
    child.stdin.write(chunk)
  }

  /**
   * @param {HeapQuestion} question
   * @returns {Promise<Holders>}
   * @throws {UserError} When the search fails.
   */
  async function ask (question) {
    child.stdin.end(JSON.stringify(question))
    const timer = setTimeout(() => child.kill('SIGALRM'), timeLimit)
    const [code, signal] = await exited
    clearTimeout(timer)
    if (code === 0) return JSON.parse(await answered)
    throw new UserError(`the search ${describeEnd(code, signal)}`)
  }

  /** @param {unknown} code @param {unknown} signal */
  function describeEnd (code, signal) {
    if (signal === 'SIGALRM') return `took more than ${timeLimit / 1000} s`
    if (signal === 'SIGABRT') return `needed more than ${bytes(rough(memory))}`
    return `has failed (${signal ?? code})`
  }

  function end () {
    child.kill('SIGKILL')
  }

  return { ask, end, write }
}

// Takes away one holder after the other, to see what they keep.
/** @param {HeapGraph} graph @param {HeapQuestion} question */
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
    const without = walk(graph, mark, leftOut)
    const alone = walked.bytes - without.bytes // the walk may have come to it on another way
    holders.push({ ...holder, share: Math.max(owner.bytes, alone) / all.bytes })
    walked = without
  }
  const explained = all.bytes && 1 - walked.bytes / all.bytes
  if (explained < LEAST_EXPLAINED) holders.length = 0
  holders.sort((a, b) => b.share - a.share)
  return { bytes: all.bytes, objects: all.objects, holders, explained }
}

async function main () {
  const reader = readSnapshot()
  let step = reader.next('')
  let question = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    if (step.done) {
      question += chunk
      continue
    }
    step = reader.next(chunk)
    if (step.done) question = step.value.question
  }
  if (!step.done || !question) return // the command has ended
  process.stdout.write(JSON.stringify(sumHolders(step.value.graph, JSON.parse(question))))
}

module.exports = { main, startSearch }
