'use strict'

/** @import { Part } from '../../types' */

// Stacks of what asks others, starts a child or opens a file, which it sends to the inspector.
/** @type {Part} */
module.exports = (env, require) => {
  const fs = env.requireOfProgram('fs')
  /** @type {number|undefined} */
  let left // to be sent; undefined while none are

  const { onOpen, onTimer } = {
    onOpen () {
      env.sendTrace('resource', 'open files')
    },
    onTimer () {
      env.sendTrace('resource', 'Timeout')
    }
  }
  const openings = [
    ...env.methodsOf(fs, { open: onOpen, openSync: onOpen }),
    ...env.methodsOf(fs.promises, { open: onOpen }),
    ...env.methodsOf(globalThis, { setTimeout: onTimer, setInterval: onTimer })
  ]

  return {
    sendTrace (kind, peer) {
      if (!left) return
      left--
      require('node:inspector').console.trace('whyslow', kind, peer)
    },

    startTraces ({ most }) {
      env.ensureStarted()
      for (const { wrap } of openings) wrap()
      left = most
    },

    stopTraces () {
      for (const { unwrap } of openings) unwrap()
      if (left === undefined) return
      left = undefined
      const own = env.openSession()
      own.post('Runtime.discardConsoleEntries') // the next debugger would get the traces
      own.disconnect()
    }
  }
}
