'use strict'

/** @import { Runtime } from 'node:inspector' */
/** @import { Inspector } from '../types' */

const DEPTH = 20 // frames
// The inspector interrupts what runs, so that the stack goes on with that. Nothing else runs
// meanwhile, and no code of the program formats it: a setter of the program is not called.
const STACK = `(() => {
  const { stackTraceLimit } = Error
  const own = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  if (own ? !own.configurable : !Object.isExtensible(Error)) return []
  const value = (error, sites) => sites.map((site) => ({
    functionName: site.getFunctionName() ?? '',
    url: site.getScriptNameOrSourceURL() ?? '',
    lineNumber: site.getLineNumber() - 1,
    columnNumber: site.getColumnNumber() - 1
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
 * Reads what an event loop that is blocked runs at this moment. A profile lacks a function that
 * loops since before it began, if V8 has optimised it meanwhile: it counts as its caller.
 * @param {Pick<Inspector, 'evaluate'>} inspector
 * @returns {Promise<Omit<Runtime.CallFrame, 'scriptId'>[]>} the callers last; none if it was idle.
 *   The lines are those that run
 */
async function readInterrupted ({ evaluate }) {
  const stack = await evaluate(STACK)
  return Array.isArray(stack) ? stack.filter(({ url }) => url) : []
}

module.exports = { readInterrupted }
