'use strict'

// https://github.com/nodejs/node/blob/main/src/inspector/node_protocol.pdl

/** @import { Inspector, WorkerThread } from '../types' */

const { setTimeout: sleep } = require('node:timers/promises')
const { toPath } = require('../frames/source-map')
const { abortable } = require('../util/abortable')

const TIME = 1000 // ms in which CPU time is counted
const ANSWER = 100 // ms that a thread gets to answer
const ATTACHED = 'NodeWorker.attachedToWorker'
const RECEIVED = 'NodeWorker.receivedMessageFromWorker'
// ns on a core, as Linux counts them for the thread that asks.
const READ = "process.getBuiltinModule('fs').readFileSync('/proc/thread-self/schedstat', 'latin1')"
const QUESTION =
  JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: READ } })

/**
 * Finds the CPU time that the worker threads of a process use.
 * @param {Pick<Inspector, 'events' | 'send'>} inspector
 * @param {AbortSignal} [signal]
 * @returns {Promise<WorkerThread[]>} without those that do not answer; the busiest first
 */
async function findWorkerThreads ({ events, send }, signal) {
  const threads = new Map()
  /** @param {{ sessionId: string, workerInfo: { url: string } }} event */
  const onAttached = ({ sessionId, workerInfo }) =>
    threads.set(sessionId, { script: toPath(workerInfo.url), times: [] })
  /** @param {{ sessionId: string, message: string }} event */
  const onMessage = ({ sessionId, message }) => {
    const { value } = JSON.parse(message).result?.result ?? {}
    if (value) threads.get(sessionId)?.times.push(parseInt(value) / 1e6)
  }
  const askAll = async () => {
    for (const sessionId of threads.keys()) {
      await send('NodeWorker.sendMessageToWorker', { sessionId, message: QUESTION })
        .catch(() => threads.delete(sessionId)) // it has ended
    }
  }

  events.on(ATTACHED, onAttached)
  events.on(RECEIVED, onMessage)
  try {
    await send('NodeWorker.enable', { waitForDebuggerOnStart: false })
    await askAll()
    await abortable(sleep(TIME), signal)
    await askAll()
    await abortable(sleep(ANSWER), signal)
  } finally {
    events.off(ATTACHED, onAttached)
    events.off(RECEIVED, onMessage)
    await send('NodeWorker.disable').catch(() => {}) // the process has ended
  }
  const found = []
  for (const { script, times: [before, after] } of threads.values()) {
    if (after !== undefined) found.push({ script, cores: (after - before) / TIME })
  }
  return found.sort((a, b) => b.cores - a.cores)
}

module.exports = { findWorkerThreads }
