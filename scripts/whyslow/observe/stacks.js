'use strict'

// Reads what the event loop runs, without a profiler: when one starts, it walks the whole heap,
// which pauses a large process for seconds. The inspector interrupts JavaScript where a function
// begins or a loop repeats, so that native code counts as what comes next. Garbage collections do
// not show.

/** @import { Inspector, RunProfile, RunningFrame } from '../types' */

const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../util/abortable')

const DEPTH = 50 // frames
const BEAT = 10 // ms between two stacks, on average
// What stands before the parenthesis where a function begins, beside its name and two spaces.
const BEGINNINGS = ['', 'function']
const SPACES = 2
const TRANSPILED = /\.([cm]?tsx?|jsx)$/
// The inspector interrupts what runs, so that the stack goes on with that. Nothing else runs
// meanwhile, and no code of the program formats it: a setter of the program is not called.
const STACK = `(() => {
  const { stackTraceLimit } = Error
  const own = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  if (own ? !own.configurable : !Object.isExtensible(Error)) return []
  const value = (error, sites) => sites.map((site) => ({
    functionName: site.getFunctionName() ?? '',
    url: site.getScriptNameOrSourceURL() ?? '',
    lineNumber: site.getEnclosingLineNumber() - 1,
    columnNumber: site.getEnclosingColumnNumber() - 1,
    at: { lineNumber: site.getLineNumber() - 1, columnNumber: site.getColumnNumber() - 1 }
  }))
  Object.defineProperty(Error, 'prepareStackTrace', { value, configurable: true })
  try {
    Error.stackTraceLimit = ${DEPTH}
    return new Error().stack
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    delete Error.prepareStackTrace
    if (own) Object.defineProperty(Error, 'prepareStackTrace', own)
  }
})()`

/**
 * Reads what an event loop runs at this moment.
 * @param {Pick<Inspector, 'evaluate'>} inspector
 * @returns {Promise<RunningFrame[]>} the callers last; none if it is idle
 */
async function readStack ({ evaluate }) {
  const answer = await evaluate(STACK)
  const stack = Array.isArray(answer) ? answer.filter(({ url }) => url) : []
  // The time until now went to its caller, or to native code that the caller has called.
  if (stack.length && isBeginning(stack[0])) stack.shift()
  return stack
}

// Node.js's own functions may stay: they tell what the caller has called.
/** @param {RunningFrame} frame */
function isBeginning ({ functionName, url, lineNumber, columnNumber, at }) {
  if (url.startsWith('node:') || at.lineNumber !== lineNumber) return false
  const [name] = functionName.match(/[\w$#]*$/) ?? ['']
  const before = at.columnNumber - columnNumber
  return BEGINNINGS.some(({ length }) =>
    isBetween(before, length, length + SPACES) ||
    isBetween(before - name.length, length, length + SPACES))
}

/** @param {number} value @param {number} least @param {number} most */
function isBetween (value, least, most) {
  return value >= least && value <= most
}

/**
 * Reads stacks into a profile until some work is done. A stack counts for the time since the one
 * before.
 * @param {Pick<Inspector, 'evaluate'>} inspector
 * @param {RunProfile} profile
 * @param {Promise<unknown>} work
 * @param {AbortSignal} [signal]
 */
async function readStacks (inspector, profile, work, signal) {
  const over = work.then(() => true)
  let last = performance.now()
  for (;;) {
    // At irregular times: a regular job could always run between two of them.
    const isOver = await Promise.race([sleep(2 * BEAT * Math.random()), over])
    if (isOver) return
    const stack = await abortable(readStack(inspector), signal)
    const now = performance.now()
    addStack(profile, stack, now - last)
    last = now
  }
}

/** @returns {RunProfile} without samples */
function createProfile () {
  const callFrame = {
    functionName: '(root)',
    scriptId: '0',
    url: '',
    lineNumber: -1,
    columnNumber: -1
  }
  return { nodes: [{ id: 1, callFrame }], startTime: 0, endTime: 0, samples: [], timeDeltas: [] }
}

/**
 * Adds a stack to a profile. Its lines are also those of calls.
 * @param {RunProfile} profile
 * @param {RunningFrame[]} stack the callers last
 * @param {number} time ms for which it counts
 */
function addStack (profile, stack, time) {
  let node = profile.nodes[0]
  for (const { at, ...frame } of stack.toReversed()) {
    node = childOf(profile, node, frame)
    node.positionTicks ??= []
    const line = at.lineNumber + 1
    const known = node.positionTicks.find((ticks) => ticks.line === line)
    if (known) known.ticks++
    else node.positionTicks.push({ line, ticks: 1 })
  }
  profile.samples?.push(node.id)
  profile.timeDeltas?.push(time * 1000)
  profile.endTime += time * 1000
}

/**
 * @param {RunProfile} profile
 * @param {RunProfile['nodes'][0]} node
 * @param {Omit<RunningFrame, 'at'>} frame
 */
function childOf ({ nodes }, node, frame) {
  node.children ??= []
  const { functionName, url, lineNumber, columnNumber } = frame
  for (const id of node.children) {
    const { callFrame: known } = nodes[id - 1]
    const isSamePlace = known.lineNumber === lineNumber && known.columnNumber === columnNumber
    if (isSamePlace && known.url === url && known.functionName === functionName) {
      return nodes[id - 1]
    }
  }
  const child = { id: nodes.length + 1, callFrame: { ...frame, scriptId: '0' } }
  nodes.push(child)
  node.children.push(child.id)
  return child
}

/**
 * Says whether a loader has transpiled some of the code, so that lines need its source maps.
 * @param {RunProfile} profile
 */
function isTranspiled ({ nodes }) {
  return nodes.some(({ callFrame }) => TRANSPILED.test(callFrame.url))
}

module.exports = { addStack, createProfile, isTranspiled, readStack, readStacks }
