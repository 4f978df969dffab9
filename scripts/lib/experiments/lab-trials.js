'use strict'

// What a lab does with one target: the two kinds of trial that most labs want.

const { execFile } = require('node:child_process')
const path = require('node:path')
const { promisify } = require('node:util')
const { UserError, lastLines } = require('../cli/errors')
const { measure } = require('../measure/measure')

/**
 * A load, through the same way as `make bench`.
 *
 * @param {import('../measure/measure').Settings} settings
 * @param {(result: import('../measure/measure').Result) => import('./labs').Observation} observe
 * @returns {import('./labs').Experiment['trial']}
 */
function loadTrial (settings, observe) {
  return async (target, signal) => {
    const result = await measure(target, settings, { signal })
    return { ...observe(result), limited: Number(result.bottleneck === 'generator') }
  }
}

/**
 * A script that measures itself, in a process of its own, and prints its figures as JSON.
 *
 * @param {{execArgv?: string[]}} [options] flags for its Node.js
 * @returns {import('./labs').Experiment['trial']}
 */
function scriptTrial ({ execArgv = [] } = {}) {
  return async ({ name, file, node = process.execPath, env }, signal) => {
    try {
      const { stdout } = await promisify(execFile)(node, [...execArgv, file], { cwd: path.dirname(file), env: { ...process.env, ...env }, signal })
      return JSON.parse(stdout)
    } catch (err) {
      signal?.throwIfAborted()
      throw new UserError(`${name} failed: ${lastLines(err.stderr || err.message)}`)
    }
  }
}

module.exports = { loadTrial, scriptTrial }
