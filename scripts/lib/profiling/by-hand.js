'use strict'

// The commands that do the same as a tool, without this harness: people learn the tool.

/** @import { Target } from '../measure/types' */
/** @import { ProfileLoad } from './types' */

const path = require('node:path')
const { targetFlags } = require('../measure/target-flags')

const PORT = 3000 // unless LISTEN says otherwise
const LIFT_MUTES = path.join(__dirname, '../preload/lift-mutes.js')
const SAFE_WORD = /^[\w@%+=:,./-]+$/
// Node.js writes a profile when it exits, but not when a signal kills it.
const EXIT_ON_SIGINT = "--import 'data:text/javascript,process.on(\"SIGINT\",()=>process.exit())'"

const CPU_TOOLS = ['flame', 'cpuprofile']

/** @type {Record<string, string>} Clinic's names of the tools */
const CLINIC_TOOLS = { doctor: 'doctor', flame: 'flame', heap: 'heapprofiler' }

/** @type {Record<string, {flags: string[], viewer?: string}>} */
const NODE_TOOLS = {
  bench: { flags: [] },
  prof: { flags: ['--prof'], viewer: 'node --prof-process isolate*.log' },
  cpuprofile: { flags: ['--cpu-prof', EXIT_ON_SIGINT], viewer: 'npx speedscope CPU*.cpuprofile' },
  trace: { flags: ['--trace-warnings'] }
}

/**
 * Gives the lines to run: the server, the load, and after Ctrl-C what shows the profile.
 * @param {string} tool
 * @param {Target} target
 * @param {ProfileLoad} load
 * @param {boolean} [unmute] lifts what silences the warning (trace)
 * @returns {string|null} null when the target is a command, and the tool needs a file
 */
function commandByHand (tool, target, load, unmute = false) {
  const { listen = PORT, command, cwd = '', running } = target
  if (running) {
    const where = running.pid ? `-p ${running.pid}` : `${running.host}:${running.port}`
    return `by hand: node inspect ${where}, and in there: profile, after a while profileEnd, ` +
      "then profiles[0].save('it.cpuprofile')"
  }
  const folder = path.relative('', cwd)
  const start = folder ? `cd ${quote(folder)} && ` : ''
  const url = target.request?.path ?? target.path ?? '/'
  if (CLINIC_TOOLS[tool]) {
    if (command) return null
    // The shell that Clinic starts expands $PORT within the quotes.
    const escaped = url.replaceAll(/["$\\`]/g, encodeURIComponent)
    const port = target.listen ?? '$PORT'
    const request = autocannonCommand(target, load, `"http://127.0.0.1:${port}${escaped}"`)
    const clinic = `npx clinic ${CLINIC_TOOLS[tool]} --on-port ${quote(request)}`
    return `by hand: ${start}${clinic} -- ${nodeCommand(target, [])}`
  }
  const { viewer } = NODE_TOOLS[tool]
  if (viewer && command) return null
  const flags = [...NODE_TOOLS[tool].flags]
  if (unmute && tool === 'trace') {
    flags.push('--require', quote(`./${path.relative(cwd, LIFT_MUTES)}`))
  }
  let server = nodeCommand(target, flags)
  if (command) {
    const options = flags.length ? `NODE_OPTIONS=${quote(flags.join(' '))} ` : ''
    server = options + command.replaceAll('\n', ' ')
  }
  const request = autocannonCommand(target, load, quote(`http://127.0.0.1:${listen}${url}`))
  const lines = ['by hand, in two terminals:', `${start}PORT=${listen} ${server}`, request]
  if (viewer) lines.push(`after Ctrl-C in the first: ${viewer}`)
  return lines.join('\n  ')
}

/** @param {Target} target @param {ProfileLoad} load @param {string} url ready for a shell */
function autocannonCommand (target, load, url) {
  const { method, headers = {}, body, bodyFile } = target.request ?? {}
  const { connections, duration, rate } = load
  const words = ['npx autocannon', `-c ${connections}`, `-d ${duration}`]
  if (rate) words.push(`-R ${rate}`)
  if (method) words.push(`-m ${quote(method)}`)
  for (const [name, value] of Object.entries(headers)) {
    words.push(`-H ${quote(`${name}: ${value}`)}`)
  }
  if (bodyFile) words.push(`-i ${quote(bodyFile)}`)
  else if (body) words.push(`-b ${quote(String(body))}`)
  return [...words, url].join(' ')
}

/** @param {Target} target @param {string[]} flags ready for a shell */
function nodeCommand ({ flags: targetFlags = [], file, args = [], cwd = '' }, flags) {
  const words = [...targetFlags, path.relative(cwd, file), ...args]
  return ['node', ...flags, ...words.map(quote)].join(' ')
}

/**
 * Gives the make command of a tool for the same target and request.
 * @param {string} tool
 * @param {Target} target
 * @param {Record<string, any>} values the flags that named the target
 * @returns {string|undefined} undefined if it cannot be used on a running server
 */
function makeCommand (tool, { name, cwd, running }, values) {
  const { pid, inspect } = values
  if (running && !CPU_TOOLS.includes(tool)) return
  if (running) return `make cpuprofile ${pid ? `PID=${pid}` : `INSPECT=${inspect}`}`
  const words = [cwd ? `make ${tool}` : `make ${tool}-${name}`]
  for (const [flag, declared] of Object.entries(targetFlags)) {
    const value = values[flag]
    const isGiven = value && value !== declared.default
    const variable = declared.variable ?? flag.toUpperCase()
    if (isGiven && (cwd || flag !== 'app')) words.push(`${variable}=${quote(String(value))}`)
  }
  return words.join(' ')
}

/** @param {string} word */
function quote (word) {
  return SAFE_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

module.exports = { commandByHand, makeCommand }
