'use strict'

/** @import { Part } from '../../types' */

// Notes each call of a method before it; the program sees no difference.
/** @type {Part} */
module.exports = (env) => ({
  // What fails is reported at the end, and not to the program.
  guard (run) {
    return function (subject, args) {
      try {
        run(subject, args)
      } catch (err) {
        env.failure ??= err
      }
    }
  },

  methodsOf (object, calls) {
    return Object.entries(calls).map(([name, onCall]) => env.methodOf(object, name, onCall))
  },

  methodOf (object, name, onCall) {
    const note = env.guard(onCall)
    /** @type {(...args: unknown[]) => unknown} */
    let original
    /** @type {boolean} */
    let isOwn
    let isWrapped = false
    const method = {
      /** @param {unknown[]} args */
      wrapper (...args) {
        if (env.timer) note(this, args)
        return Reflect.apply(original, this, args)
      },

      wrap () {
        if (isWrapped) return
        original = object[name]
        isOwn = Object.hasOwn(object, name)
        Object.defineProperties(method.wrapper, Object.getOwnPropertyDescriptors(original))
        isWrapped = Reflect.set(object, name, method.wrapper)
      },

      unwrap () {
        // Another program may have wrapped it once more.
        if (!isWrapped || object[name] !== method.wrapper) return
        if (isOwn) Reflect.set(object, name, original)
        else Reflect.deleteProperty(object, name)
        isWrapped = false
      }
    }
    return method
  }
})
