'use strict'

/** @import { ProcessTarget, Target } from '../server/types' */

const { variableOf } = require('../cli/flags')
const { quote, withoutValues } = require('../load/load-settings')
const { targetFlags } = require('../server/target-flags')

/**
 * Gives the make command of a tool for the same target and request.
 * @param {string} tool
 * @param {Target|ProcessTarget} target
 * @param {Record<string, unknown>} values the flags that named the target
 * @returns {string|undefined} undefined if no tool of this kind can profile such a target
 */
function makeCommand (tool, target, values) {
  if (target.running) return runningCommand(tool, values)
  const { name, command, cwd } = target
  if (command && tool === 'heap') return undefined
  const used = command && tool === 'flame' ? 'cpuprofile' : tool
  const words = [cwd ? `make ${used}` : `make ${used}-${name}`]
  for (const [flag, declared] of Object.entries(targetFlags)) {
    const value = values[flag]
    const isNamed = flag === 'app' && !cwd // by the make target
    if (!value || value === declared.default || isNamed) continue
    let text = String(value)
    if (text === command) text = withoutValues(text)
    if (flag === 'header') text = text.replaceAll(/:.*/g, ': …')
    words.push(`${variableOf(flag)}=${quote(text)}`)
  }
  return words.join(' ')
}

/** @param {string} tool @param {Record<string, unknown>} values */
function runningCommand (tool, values) {
  const { pid, inspect } = values
  const process = pid ? `PID=${pid}` : `INSPECT=${inspect}`
  if (tool === 'bench') return undefined
  if (tool === 'heap') return `make diagnose ${process} COLLECT=1 WATCH=60`
  return `make cpuprofile ${process}`
}

module.exports = { makeCommand }
