'use strict'

// Finds the code that calls other processes. The observer traces its calls, and a debugger adds the
// asynchronous calls that led to them. What was transpiled is known from a CPU profile.

const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { isUserFrame } = require('../frames/frames')
const { fromCallFrame } = require('../frames/samples')
const { abortable } = require('../util/abortable')

/** @import { Runtime } from 'node:inspector' */
/** @import { Ask, Caller, Frame, Inspector, TraceOptions } from '../types' */

const DEPTH = 32 // asynchronous calls in a stack
const FRAMES = 4 // of a caller

/**
 * Traces calls of a process while something is done to it, or for a time. With a debugger, an
 * `await` takes up to 80 times as long until there are enough; on Node.js 20, it stays a little
 * slower ever after.
 * @param {Pick<Inspector, 'events' | 'send'>} inspector
 * @param {Ask} ask
 * @param {TraceOptions} options
 * @returns {Promise<{ callers: Caller[], paused: number }>} the most frequent first, without those
 *   whose frames are not known; and the ms for which the debugger paused the process
 */
async function findCallers ({ events, send }, ask, options) {
  const { time, work = () => sleep(time), most = 200, isDeep = true, harness, signal } = options
  /** @type {Map<string, Caller>} */
  const callers = new Map()
  let finish = () => {}
  /** @type {Promise<void>} */
  const traced = new Promise((resolve) => { finish = resolve })
  let count = 0
  let paused = 0

  /** @param {Runtime.ConsoleAPICalledEventDataType} event */
  function onTrace ({ args, stackTrace }) {
    const [label, kind, peer] = args.map(({ value }) => value)
    if (label !== 'whyslow') return
    if (++count === most) finish()
    const frames = findFrames(stackTrace, harness)
    if (!frames.length) return
    const key = JSON.stringify([kind, peer, frames])
    const caller = callers.get(key) ?? { kind, peer, count: 0, frames }
    caller.count++
    callers.set(key, caller)
  }

  let working
  try {
    if (isDeep) paused = await enableDebugger()
    await send('Runtime.enable') // it sends the messages of the past
    events.on('Runtime.consoleAPICalled', onTrace)
    await ask('startTraces', { most })
    working = work()
    await abortable(Promise.race([working, traced]), signal)
  } finally {
    events.off('Runtime.consoleAPICalled', onTrace)
    await ask('stopTraces').catch(() => {}) // the process has ended
    if (isDeep) await disableDebugger()
    await send('Runtime.disable')
  }
  await abortable(working, signal)
  return { callers: Array.from(callers.values()).sort((a, b) => b.count - a.count), paused }

  async function enableDebugger () {
    const began = performance.now()
    // A `debugger` statement would stop the program.
    await send('Debugger.setSkipAllPauses', { skip: true })
    await send('Debugger.enable')
    const took = performance.now() - began
    await send('Debugger.setAsyncCallStackDepth', { maxDepth: DEPTH })
    return took
  }

  async function disableDebugger () {
    await send('Debugger.setAsyncCallStackDepth', { maxDepth: 0 })
    await send('Debugger.disable')
  }
}

/** @param {Runtime.StackTrace} [stackTrace] @param {string} [harness] @returns {Frame[]} */
function findFrames (stackTrace, harness) {
  const frames = []
  for (let stack = stackTrace; stack; stack = stack.parent) {
    frames.push(...stack.callFrames.map(fromCallFrame))
  }
  const known = frames.filter(({ file }) =>
    path.isAbsolute(file) && !file.startsWith(`${harness}${path.sep}`))
  const own = known.filter(isUserFrame)
  const chosen = own.length ? own : known
  // A function that awaits is in the stack once more.
  const distinct = chosen.filter(({ name, file }, i) =>
    name !== chosen[i - 1]?.name || file !== chosen[i - 1].file)
  return distinct.slice(0, FRAMES)
}

module.exports = { findCallers }
