'use strict'

// Preloaded: `mutes` says where the program silences the warning of too many listeners, by a
// default limit or an emitter's limit of 0 or Infinity.

/** @import { ModuleOfNode } from './types' */

const { EventEmitter } = require('node:events')
const Module = /** @type {ModuleOfNode} */ (require('node:module'))
const { callerLocation } = require('./excess-listeners')
const { answers } = require('./probe')

const mutes = new Set()

/** @param {string} what @param {unknown} limit */
function note (what, limit) {
  if (limit !== 0 && limit !== Infinity) return
  mutes.add(`${what} is set to ${limit} at ${callerLocation()}`)
}

const { setMaxListeners } = EventEmitter.prototype
/** @param {number} limit */
EventEmitter.prototype.setMaxListeners = function (limit) {
  note('the limit of an emitter', limit)
  return Reflect.apply(setMaxListeners, this, [limit])
}

// The default limit cannot be redefined: the program gets a proxy that sees it being set.
const proxy = new Proxy(EventEmitter, {
  set (target, key, value) {
    if (key === 'defaultMaxListeners') note(key, value)
    return Reflect.set(target, key, value)
  }
})
const { _load: load } = Module
/** @type {ModuleOfNode['_load']} */
Module._load = (request, ...others) => {
  return /^(node:)?events$/.test(request) ? proxy : load(request, ...others)
}

answers.mutes = () => {
  const { defaultMaxListeners: limit } = EventEmitter
  const isMuted = limit === 0 || limit === Infinity
  if (isMuted && !mutes.size) return [`defaultMaxListeners is set to ${limit}`] // by an ES module
  return Array.from(mutes)
}
