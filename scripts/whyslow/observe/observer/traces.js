'use strict'

/** @import { Foreign } from '../../types' */

// Stacks of what asks others, starts a child or opens a file, which it sends to the inspector.

const process = require('node:process')
const { openSession } = require('./inspector')
const { methodsOf } = require('./methods')

const onOpen = () => sendTrace('resource', 'open files')
const onTimer = () => sendTrace('resource', 'Timeout')
/** @type {Foreign} */
const fs = process.getBuiltinModule('node:fs') // as the program has it
const openings = [
  ...methodsOf(fs, { open: onOpen, openSync: onOpen }),
  ...methodsOf(fs.promises, { open: onOpen }),
  ...methodsOf(globalThis, { setTimeout: onTimer, setInterval: onTimer })
]
/** @type {number|undefined} */
let left // to be sent; undefined while none are

/** @param {string} kind @param {string} peer */
function sendTrace (kind, peer) {
  if (!left) return
  left--
  require('node:inspector').console.trace('whyslow', kind, peer)
}

/** @param {{ most: number }} limit */
function startTraces ({ most }) {
  for (const { wrap } of openings) wrap()
  left = most
}

function stopTraces () {
  for (const { unwrap } of openings) unwrap()
  if (left === undefined) return
  left = undefined
  const own = openSession()
  own.post('Runtime.discardConsoleEntries') // the next debugger would get the traces
  own.disconnect()
}

module.exports = { sendTrace, startTraces, stopTraces }
