'use strict'

/** @import { Foreign, Method, OnCall } from '../../types' */

// Notes each call of a method before it. The program sees no difference.

/** @type {unknown} */
let failure // the first of ours

// What fails is reported at the end, and not to the program.
/** @param {OnCall} run @returns {(subject?: Foreign, args?: Foreign) => void} */
function guard (run) {
  return function (subject, args) {
    try {
      run(subject, args)
    } catch (err) {
      failure ??= err
    }
  }
}

function takeFailure () {
  const taken = failure
  failure = undefined
  return taken
}

/** @param {Foreign} object @param {Record<string, OnCall>} calls what notes them, by name */
function methodsOf (object, calls) {
  return Object.entries(calls).map(([name, onCall]) => methodOf(object, name, onCall))
}

/** @param {Foreign} object @param {string} name @param {OnCall} onCall @returns {Method} */
function methodOf (object, name, onCall) {
  const note = guard(onCall)
  /** @type {(...args: unknown[]) => unknown} */
  let original
  let isOwn = false
  let isWrapped = false
  let isNoted = false
  const method = { // a function with another syntax could be called by `new`
    /** @this {unknown} @param {unknown[]} args */
    wrapper (...args) {
      if (isNoted) note(this, args)
      return Reflect.apply(original, this, args)
    },

    wrap () {
      isNoted = true
      if (isWrapped) return
      original = object[name]
      isOwn = Object.hasOwn(object, name)
      Object.defineProperties(method.wrapper, Object.getOwnPropertyDescriptors(original))
      isWrapped = Reflect.set(object, name, method.wrapper)
    },

    unwrap () {
      isNoted = false
      // Another program may have wrapped it once more.
      if (!isWrapped || object[name] !== method.wrapper) return
      if (isOwn) Reflect.set(object, name, original)
      else Reflect.deleteProperty(object, name)
      isWrapped = false
    }
  }
  return method
}

module.exports = { guard, methodsOf, takeFailure }
