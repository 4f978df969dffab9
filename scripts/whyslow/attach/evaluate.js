'use strict'

/** @import { Runtime } from 'node:inspector' */

const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../util/errors')

const TURN_LIMIT = 2000 // ms
const TURN_BEAT = 10 // ms
// The inspector interrupts the program, perhaps in the middle of a module of Node.js, above all
// while it is started. To load that module at this moment would break it, so the expression waits
// until nothing else runs. In an event loop that is blocked, it does not wait for ever.
const taskOf = (/** @type {string} */ expression) => `(() => {
  let outcome
  function attempt () {
    try {
      outcome ??= { value: ${expression}
      }
    } catch (error) {
      outcome = { error }
    }
  }
  async function attemptLater () {
    await undefined
    if (process.argv) attempt() // Node.js itself has started
  }
  function isDone () {
    if (!outcome) attemptLater()
    return Boolean(outcome)
  }
  function run () {
    attempt()
    if (outcome.error) throw outcome.error
    return outcome.value
  }
  return { isDone, run }
})()`

/**
 * Evaluates expressions, and calls functions, in a process.
 * @param {Pick<ReturnType<typeof import('./protocol').startProtocol>, 'ending' | 'send'>} protocol
 * @param {string} address
 */
function createEvaluation ({ ending, send }, address) {
  return { callOn, evaluate, evaluateObject }

  /** @param {string} method @param {object} params */
  async function sendExpression (method, params) {
    const { result, exceptionDetails } = await send(method, params)
    if (exceptionDetails) {
      throw new UserError(`the process at ${address} cannot be watched: ` +
        firstLineOf(exceptionDetails))
    }
    return result
  }

  /** @param {string} expression */
  async function evaluate (expression) {
    const result = await sendExpression('Runtime.evaluate', { expression, returnByValue: true })
    return result.value
  }

  /** @param {string} objectId @param {string} functionDeclaration @param {unknown} [value] */
  async function callOn (objectId, functionDeclaration, value) {
    const call = { objectId, functionDeclaration, arguments: [{ value }], returnByValue: true }
    const result = await sendExpression('Runtime.callFunctionOn', call)
    return result.value
  }

  /** @param {string} expression */
  async function evaluateObject (expression) {
    const task = taskOf(expression)
    const { objectId } = await sendExpression('Runtime.evaluate', { expression: task })
    for (const end = Date.now() + TURN_LIMIT; Date.now() < end; await sleep(TURN_BEAT)) {
      ending.throwIfAborted() // no other turn comes
      if (await callOn(objectId, 'function () { return this.isDone() }')) break
    }
    const functionDeclaration = 'function () { return this.run() }'
    const result = await sendExpression('Runtime.callFunctionOn', { objectId, functionDeclaration })
    return result.objectId
  }
}

/** @param {Runtime.ExceptionDetails} details */
function firstLineOf ({ exception, text }) {
  const [problem] = (exception?.description ?? text).split('\n')
  return problem
}

module.exports = { createEvaluation }
