'use strict'

// Preloaded with --require: lifts what silences the warning of too many listeners.

const { EventEmitter } = require('node:events')

const { setMaxListeners } = EventEmitter.prototype
EventEmitter.prototype.setMaxListeners = function (limit) {
  return limit === 0 || limit === Infinity ? this : Reflect.apply(setMaxListeners, this, [limit])
}
setImmediate(() => { EventEmitter.defaultMaxListeners = 10 }) // once the server has started
