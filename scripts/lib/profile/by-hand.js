'use strict'

// The commands that do the same as a tool without this harness.

/** @import { Target } from '../server/types' */

const path = require('node:path')
const { variableOf } = require('../cli/flags')
const { targetFlags } = require('../server/target-flags')

const SAFE_WORD = /^[\w@%+=:,./-]+$/
// Node.js writes a profile when it exits, but not when a signal kills it.
const EXIT_ON_SIGINT =
  "--import 'data:text/javascript,process.on(\"SIGINT\",()=>process.exit())'"

const TOOLS = {
  bench: { flags: '' },
  trace: { flags: '--trace-warnings ' },
  prof: { flags: '--prof ', viewer: 'node --prof-process isolate*.log' },
  cpuprofile: {
    flags: `--cpu-prof ${EXIT_ON_SIGINT} `,
    viewer: 'npx speedscope CPU*.cpuprofile'
  },
  doctor: { clinic: 'doctor' },
  flame: { clinic: 'flame' },
  heap: { clinic: 'heapprofiler' }
}

/**
 * Gives the lines to run: the server, the load, and the viewer of the profile.
 * @param {string} tool
 * @param {Target} target
 * @param {import('./types').ProfileOptions['load']} load
 * @returns {string|null} null if the tool cannot start the target
 */
function commandByHand (tool, target, load) {
  const { clinic, flags, viewer } = TOOLS[tool]
  const { file, args = [], command, cwd = '', running, listen } = target
  if (running || (command && (clinic || viewer))) return null

  const folder = path.relative('', cwd)
  const start = folder ? `cd ${quote(folder)} && ` : ''
  const words = [...target.flags ?? [], path.relative(cwd, file), ...args]
  const program = words.map(quote).join(' ')
  if (clinic) {
    const onPort = quote(loadCommand(target, load, listen ?? '$PORT'))
    return `by hand: ${start}npx clinic ${clinic} --on-port ${onPort} -- node ${program}`
  }
  const options = flags && `NODE_OPTIONS=${flags}`
  const server = command ? options + command : `node ${flags}${program}`
  const port = listen ?? 3000
  const lines = [
    'by hand, in two terminals:',
    `${start}PORT=${port} ${server}`,
    loadCommand(target, load, port)
  ]
  if (viewer) lines.push(`after Ctrl-C in the first: ${viewer}`)
  return lines.join('\n  ')
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

/**
 * Gives the make command of a tool for the same target and request.
 * @param {string} tool
 * @param {Target} target
 * @param {Record<string, any>} values the flags that named the target
 * @returns {string|undefined} undefined if no tool of this kind can profile such a target
 */
function makeCommand (tool, { name, command, cwd, running }, values) {
  if (running) return runningCommand(tool, values)
  if (command && tool === 'heap') return undefined
  const used = command && tool === 'flame' ? 'cpuprofile' : tool
  const words = [cwd ? `make ${used}` : `make ${used}-${name}`]
  for (const [flag, declared] of Object.entries(targetFlags)) {
    const value = values[flag]
    const isNamed = flag === 'app' && !cwd // by the make target
    if (!value || value === declared.default || isNamed) continue
    words.push(`${variableOf(flag)}=${quote(String(value))}`)
  }
  return words.join(' ')
}

function runningCommand (tool, values) {
  const { pid, inspect } = values
  const process = pid ? `PID=${pid}` : `INSPECT=${inspect}`
  if (tool === 'bench') return undefined
  if (tool === 'heap') return `make diagnose ${process} COLLECT=1 WATCH=60`
  return `make cpuprofile ${process}`
}

function quote (word) {
  return SAFE_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

module.exports = { commandByHand, makeCommand }
