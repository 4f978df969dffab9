'use strict'

// The two trials that most labs need: a load on a server, and a script that measures itself.

const path = require('node:path')
const { measure } = require('../measure/measure')
const { runProcess } = require('../system/process')

/** @typedef {import('./labs').Experiment['trial']} Trial */
/** @typedef {(result: import('../measure/measure').Result) => import('./labs').Observation} Observe */

/** @type {(settings: import('../measure/measure').Settings, observe: Observe) => Trial} a load as in `make bench` */
const loadTrial = (settings, observe) => async (target, signal) => {
  const result = await measure(target, settings, { signal })
  return { ...observe(result), ...conditionsOf(result) }
}

/** @type {(result: import('../measure/measure').Result) => import('./labs').Observation} for the warnings */
const conditionsOf = ({ bottleneck, backgroundCpu = null }) =>
  ({ generatorBound: Number(bottleneck === 'generator'), backgroundCpu })

/** @type {(options?: {execArgv?: string[]}) => Trial} a script that measures itself and prints its figures as JSON */
const scriptTrial = ({ execArgv = [] } = {}) => async ({ file, node = process.execPath, env }, signal) => {
  const options = { cwd: path.dirname(file), env: { ...process.env, ...env }, signal }
  return JSON.parse((await runProcess([node, ...execArgv, file], options)).stdout)
}

module.exports = { conditionsOf, loadTrial, scriptTrial }
