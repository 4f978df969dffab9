'use strict'

// Preloaded for a diagnosis: `observe` evaluates an observer, which answers more questions. It gets
// modules of Node.js as they were before the program, which may replace their functions.

const { performance } = require('node:perf_hooks')
const { runInThisContext } = require('node:vm')
const { answers } = require('./probe')

const MODULES = [ // that cost little to load
  'diagnostics_channel', 'fs', 'net', 'perf_hooks', 'process', 'timers', 'timers/promises', 'v8',
  'vm'
]

/** @type {Record<string, Record<string, unknown>>} modules */
const originals = {}
for (const name of MODULES) {
  const id = `node:${name}`
  originals[id] = copyOf(require(id))
}
const { nodeTiming } = performance
originals['node:perf_hooks'].performance = Object.assign(copyOf(performance), {
  // The one of Node.js calls process.hrtime.
  eventLoopUtilization (since = { active: 0, idle: 0 }) {
    const { idleTime, duration, loopStart } = nodeTiming
    const idle = idleTime - since.idle
    const active = duration - loopStart - idleTime - since.active
    return { active, idle, utilization: active / (active + idle) }
  }
})

// A getter stays one: some load a module.
/** @param {object} object */
function copyOf (object) {
  return Object.create(Object.getPrototypeOf(object), Object.getOwnPropertyDescriptors(object))
}

/** @param {string} id */
function requireOriginal (id) {
  return originals[id] ?? require(id)
}

answers.observe = ({ code, name }) => {
  const observe = runInThisContext(code, name)
  Object.assign(answers, observe(requireOriginal))
}
