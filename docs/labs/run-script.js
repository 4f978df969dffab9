'use strict'

// Runs a script that measures itself and prints its figures as JSON.

const path = require('node:path')
const { runProcess } = require('../../scripts/lib/system/process')

/**
 * @param {{ file: string, node?: string, env?: Record<string, string> }} target
 * @param {string[]} flags For Node.js.
 * @param {AbortSignal} signal
 * @returns {Promise<Record<string, number>>} Its figures.
 */
async function runScript ({ file, node = process.execPath, env }, flags, signal) {
  const options = { cwd: path.dirname(file), env: { ...process.env, ...env }, signal }
  const { stdout } = await runProcess([node, ...flags, file], options)
  return JSON.parse(stdout)
}

module.exports = { runScript }
