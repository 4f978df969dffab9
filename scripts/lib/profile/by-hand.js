'use strict'

// The commands that do the same as a profiler, without this harness.

/** @import { Load, ProcessTarget, Target, Tool } from './types' */

const {
  breakCommand, commandByHand, loadByHand, quote, serverByHand
} = require('../load/load-settings')

/**
 * Gives the lines to run: the server, the load, and the viewer of the profile.
 * @param {Target|ProcessTarget} target
 * @param {Omit<Load, 'url'>} load
 * @param {Tool} tool
 * @returns {string|null} null if the tool cannot start the target
 */
function profileByHand (target, load, { clinic, flags, viewer }) {
  if (target.running || (target.command && (clinic || viewer))) return null
  if (!clinic) {
    const after = viewer ? `\nafter Ctrl-C in the first:\n${breakCommand(viewer)}` : ''
    return commandByHand(target, load, flags) + after
  }
  // The shell that Clinic starts expands $PORT within double quotes.
  const sent = loadByHand(target, load, target.listen ?? '$PORT')
  const onPort = quote(sent.replace(/'?(http:\S*\$PORT[^\s']*)'?$/, '"$1"'))
  const command = `npx clinic ${clinic} --on-port ${onPort} -- ${serverByHand(target)}`
  return `by hand:\n${breakCommand(command, target)}`
}

module.exports = { profileByHand }
