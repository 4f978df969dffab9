'use strict'

// The shell commands that do the same as a tool, without this harness.

const path = require('node:path')

/** @import { Target } from '../measure/types' */
/** @import { ProfileLoad } from './types' */

const PORT = 3000 // unless LISTEN says otherwise
const LIFT_MUTES = path.join(__dirname, '../preload/lift-mutes.js')
const SAFE_WORD = /^[\w@%+=:,./-]+$/
// Node.js writes a profile when it exits, but not when a signal kills it.
const EXIT_ON_SIGTERM =
  "--import 'data:text/javascript,process.on(\"SIGTERM\",()=>process.exit())'"

/** @type {Record<string, string>} Clinic's names of the tools */
const CLINIC_TOOLS = { doctor: 'doctor', flame: 'flame', heap: 'heapprofiler' }

/** @type {Record<string, {flags: string[], viewer?: string, output?: string}>} */
const NODE_TOOLS = {
  bench: { flags: [] },
  prof: { flags: ['--prof'], viewer: 'node --prof-process', output: 'isolate*.log' },
  cpuprofile: {
    flags: ['--cpu-prof', EXIT_ON_SIGTERM],
    viewer: 'npx speedscope',
    output: 'CPU*.cpuprofile'
  },
  trace: { flags: ['--trace-warnings'] }
}

/**
 * @param {string} tool
 * @param {Target} target
 * @param {ProfileLoad} load
 * @param {boolean} [unmute] Lifts what silences the warning (trace).
 * @returns {string|null} Null when the target is a command, and the tool needs a file.
 */
function commandByHand (tool, target, load, unmute = false) {
  const clinicTool = CLINIC_TOOLS[tool]
  if (clinicTool) return target.command ? null : clinicCommand(clinicTool, target, load)
  const { flags, viewer, output } = NODE_TOOLS[tool]
  if (viewer && target.command) return null
  const cwd = relativeFolder(target)
  const allFlags = [...flags]
  if (unmute && tool === 'trace') {
    const file = `./${path.relative(target.cwd ?? '', LIFT_MUTES)}`
    allFlags.push('--require', quote(file))
  }
  const request = autocannonCommand(target, load, quote(urlOf(target)))
  const run = `(${serverCommand(target, allFlags)}) & sleep 2; ${request}; kill $!; wait`
  return viewer ? `${run}; ${viewer} ${cwd && `${cwd}/`}${output}` : run
}

/**
 * @param {string} tool Clinic's name of it.
 * @param {Target} target
 * @param {ProfileLoad} load
 */
function clinicCommand (tool, target, load) {
  const { listen = '$PORT' } = target
  // The shell that Clinic starts expands $PORT within the quotes.
  const escaped = pathOf(target).replaceAll(/["$\\`]/g, encodeURIComponent)
  const onPort = autocannonCommand(target, load, `"http://127.0.0.1:${listen}${escaped}"`)
  const node = nodeCommand(target, [])
  return `${changeFolder(target)}npx clinic ${tool} --on-port ${quote(onPort)} -- ${node}`
}

/**
 * @param {Target} target
 * @param {ProfileLoad} load
 * @param {string} url Ready for a shell.
 */
function autocannonCommand (target, load, url) {
  const { method, headers, body } = target.request ?? {}
  const { connections, duration, pipelining = 1, rate, workers } = load
  const words = ['npx autocannon', `-c ${connections}`, `-d ${duration}`]
  if (pipelining > 1) words.push(`-p ${pipelining}`)
  if (rate) words.push(`-R ${rate}`)
  if (workers) words.push(`-w ${workers}`)
  if (method) words.push(`-m ${method}`)
  for (const [name, value] of Object.entries(headers ?? {})) {
    words.push(`-H ${quote(`${name}: ${value}`)}`)
  }
  if (body) words.push(`-b ${quote(body)}`)
  return [...words, url].join(' ')
}

/**
 * @param {Target} target
 * @param {string[]} flags Ready for a shell.
 */
function serverCommand (target, flags) {
  const { command, listen = PORT } = target
  const start = `${changeFolder(target)}PORT=${listen}`
  if (!command) return `${start} exec ${nodeCommand(target, flags)}`
  const options = flags.length ? ` NODE_OPTIONS=${quote(flags.join(' '))}` : ''
  const isSimple = !/[;&|]/.test(command) // exec takes one program
  return `${start}${options} exec ${isSimple ? command : `sh -c ${quote(command)}`}`
}

/**
 * @param {Target} target
 * @param {string[]} flags Ready for a shell.
 */
function nodeCommand ({ flags: targetFlags = [], file, args = [], cwd = '' }, flags) {
  const words = [...targetFlags, path.relative(cwd, file), ...args]
  return ['node', ...flags, ...words.map(quote)].join(' ')
}

/** @param {Target} target */
function urlOf (target) {
  return `http://127.0.0.1:${target.listen ?? PORT}${pathOf(target)}`
}

/** @param {Target} target */
function pathOf (target) {
  return target.request?.path ?? target.path ?? '/'
}

/** @param {Target} target */
function changeFolder (target) {
  const folder = relativeFolder(target)
  return folder && `cd ${folder} && `
}

/**
 * @param {Target} target
 * @returns {string} The folder of the server, ready for a shell; '' for the current one.
 */
function relativeFolder ({ cwd = '' }) {
  const folder = path.relative('', cwd)
  return folder && quote(folder)
}

/**
 * @param {string} tool
 * @param {Target} target
 * @param {Record<string, any>} values The flags that named the target.
 * @returns {string} The make command of a tool for the same target.
 */
function makeCommand (tool, { name, cwd }, { app, in: folder, path: urlPath }) {
  if (!cwd) return `make ${tool}-${name}`
  const words = ['make', tool]
  for (const [key, value] of Object.entries({ APP: app, IN: folder, URLPATH: urlPath })) {
    if (value) words.push(`${key}=${quote(value)}`)
  }
  return words.join(' ')
}

/** @param {string} word */
function quote (word) {
  return SAFE_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

module.exports = { commandByHand, makeCommand }
