'use strict'

// How a target is started with the probe preloaded.

/** @import { Target } from './types' */

const path = require('node:path')

const PROBE = path.join(__dirname, '../preload/probe.js')

/**
 * Gives the program that starts a target and its arguments, or one text for a shell.
 * @param {Target} target
 * @param {string[]} execArgv flags for its Node.js
 * @returns {string[]}
 */
function commandLine (target, execArgv) {
  const { node = process.execPath, flags = [], file, args = [], command } = target
  if (command) return [command]
  return [node, ...execArgv, '--require', PROBE, ...flags, file, ...args]
}

/**
 * Gives the environment of a target. Each process of a command preloads the probe.
 * @param {Target} target
 * @param {string[]} execArgv flags for its Node.js
 * @returns {NodeJS.ProcessEnv}
 */
function commandEnvironment ({ command, env }, execArgv) {
  const all = { ...process.env, ...env }
  if (!command) return all
  const options = all.NODE_OPTIONS ? [all.NODE_OPTIONS] : []
  for (const flag of [...execArgv, '--require', PROBE]) {
    options.push(flag.startsWith('-') ? flag : JSON.stringify(flag))
  }
  return { ...all, NODE_OPTIONS: options.join(' ') }
}

module.exports = { commandEnvironment, commandLine }
