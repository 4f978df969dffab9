'use strict'

// The commands that do the same as a load or a profiler, without this harness.

/** @import { Load, ProcessTarget, Target, Tool } from '../server/types' */

const path = require('node:path')

const SAFE_WORD = /^[\w@%+=:,./-]+$/

/**
 * Gives the lines to run: the server, the load, and the viewer of the profile.
 * @param {Target|ProcessTarget} target
 * @param {Omit<Load, 'url'>} load
 * @param {Tool} [tool]
 * @returns {string|null} null if the tool cannot start the target
 */
function commandByHand (target, load, { clinic, flags = '', viewer } = {}) {
  if (target.running || (target.command && (clinic || viewer))) return null

  const { cwd = '', listen } = target
  const folder = path.relative('', cwd)
  const start = folder ? `cd ${quote(folder)} && ` : ''
  if (clinic) {
    const onPort = quote(loadCommand(target, load, listen ?? '$PORT'))
    return `by hand: ${start}npx clinic ${clinic} --on-port ${onPort} -- ${serverCommand(target)}`
  }
  const server = serverCommand(target, flags)
  const port = listen ?? 3000
  const lines = [
    'by hand, in two terminals:',
    `${start}PORT=${port} ${server}`,
    loadCommand(target, load, port)
  ]
  if (viewer) lines.push(`after Ctrl-C in the first: ${viewer}`)
  return lines.join('\n  ')
}

/** @param {Target} target @param {string} [toolFlags] */
function serverCommand ({ file = '', flags = [], args = [], command, cwd = '' }, toolFlags = '') {
  if (command) return toolFlags ? `NODE_OPTIONS=${toolFlags}${command}` : command
  const words = [...flags, path.relative(cwd, file), ...args]
  return `node ${toolFlags}${words.map(quote).join(' ')}`
}

function loadCommand (target, load, port) {
  const request = { path: target.path ?? '/', ...target.request }
  const { path: urlPath, method, headers = {}, body, bodyFile } = request
  const words = [
    'npx autocannon',
    `-c ${load.connections}`,
    `-d ${load.duration}`
  ]
  if (load.rate) words.push(`-R ${load.rate}`)
  if (method) words.push(`-m ${method}`)
  for (const [name, value] of Object.entries(headers)) {
    words.push(`-H ${quote(`${name}: ${value}`)}`)
  }
  if (bodyFile) words.push(`-i ${quote(bodyFile)}`)
  else if (body) words.push(`-b ${quote(body)}`)
  const url = `http://127.0.0.1:${port}${urlPath.replaceAll(/["$\\`]/g, encodeURIComponent)}`
  // The shell that Clinic starts expands $PORT within double quotes.
  words.push(port === '$PORT' ? `"${url}"` : quote(url))
  return words.join(' ')
}

function quote (word) {
  return SAFE_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

module.exports = { commandByHand, quote }
