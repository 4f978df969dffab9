'use strict'

// What a lab does with one contender: the two kinds of trial that most labs want.

const { execFile } = require('node:child_process')
const path = require('node:path')
const { promisify } = require('node:util')
const { UserError, lastLines } = require('../errors')
const { measure } = require('../measure')

/**
 * A load, through the same way as `make bench`.
 *
 * @param {import('../measure').Settings} settings
 * @param {(result: import('../measure').Result) => import('./lab').Observation} observe
 * @returns {import('./lab').Experiment['trial']}
 */
function load (settings, observe) {
  return async (contender, signal) => {
    const result = await measure(contender, settings, { signal })
    return { ...observe(result), limited: Number(result.bottleneck === 'generator') }
  }
}

/**
 * A script that measures itself, in a process of its own, and prints its figures as JSON.
 *
 * @param {{execArgv?: string[]}} [options] flags for its Node.js
 * @returns {import('./lab').Experiment['trial']}
 */
function script ({ execArgv = [] } = {}) {
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

module.exports = { load, script }
