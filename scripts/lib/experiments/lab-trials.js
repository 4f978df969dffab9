'use strict'

// The two trials that most labs need: a load on a server, and a script that measures itself.

const path = require('node:path')
const { measure } = require('../measure/measure')
const { runProcess } = require('../system/process')

/**
 * A load, measured as by `make bench`.
 *
 * @param {import('../measure/measure').Settings} settings
 * @param {(result: import('../measure/measure').Result) => import('./labs').Observation} observe
 * @returns {import('./labs').Experiment['trial']}
 */
function loadTrial (settings, observe) {
  return async (target, signal) => {
    const result = await measure(target, settings, { signal })
    return { ...observe(result), generatorBound: Number(result.bottleneck === 'generator') }
  }
}

/**
 * A script that measures itself in its own process, and prints its figures as JSON.
 *
 * @param {{execArgv?: string[]}} [options] flags for its Node.js
 * @returns {import('./labs').Experiment['trial']}
 */
function scriptTrial ({ execArgv = [] } = {}) {
  return async ({ file, node = process.execPath, env }, signal) => {
    const options = { cwd: path.dirname(file), env: { ...process.env, ...env }, signal }
    return JSON.parse((await runProcess([node, ...execArgv, file], options)).stdout)
  }
}

module.exports = { loadTrial, scriptTrial }
