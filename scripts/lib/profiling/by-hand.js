'use strict'

// The commands that do the same without this harness, to paste into a shell.

const path = require('node:path')

/** @typedef {import('../measure/targets').Target} Target */
/** @typedef {Omit<import('../measure/load').Load, 'url'>} Load */

const PORT = 3000 // unless LISTEN says otherwise
const LIFT_MUTES = path.join(__dirname, '../preload/lift-mutes.js')
const NEED_FILE = ['doctor', 'flame', 'heap', 'prof', 'cpuprofile'] // flags for Node.js, or Clinic's command line
// Node.js writes a profile when it exits, but not when a signal kills it.
const EXIT_ON_SIGTERM = "--import 'data:text/javascript,process.on(\"SIGTERM\",()=>process.exit())'"

/** @param {string} word */
const quote = (word) => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** @type {(load: Load, url: string) => string} */
const autocannon = ({ connections, duration, pipelining = 1, rate, workers, method, headers = {}, body }, url) => [
  'npx autocannon', `-c ${connections}`, `-d ${duration}`,
  pipelining > 1 && `-p ${pipelining}`,
  rate && `-R ${rate}`,
  workers && `-w ${workers}`,
  method && `-m ${method}`,
  ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
  body && `-b ${quote(body)}`,
  url
].filter(Boolean).join(' ')

/** @type {(target: Target) => string} */
const urlOf = ({ listen = PORT, path = '/' }) => quote(`http://127.0.0.1:${listen}${path}`)

/** @type {(target: Target, ...flags: string[]) => string} the server, started in its folder */
function serverCommand (target, ...flags) {
  const { command, cwd = '', listen = PORT } = target
  const isSimple = command && !/[;&|]/.test(command) // exec takes one program
  const options = flags.length ? `NODE_OPTIONS=${quote(flags.join(' '))} ` : ''
  const start = command
    ? `${options}exec ${isSimple ? command : `sh -c ${quote(command)}`}`
    : `exec ${nodeCommand(target, ...flags)}`
  return `${inFolder(cwd)}PORT=${listen} ${start}`
}

/** @type {(target: Target, ...flags: string[]) => string} `flags`: ready for a shell */
const nodeCommand = ({ flags: own = [], file, args = [], cwd = '' }, ...flags) =>
  ['node', ...flags, ...[...own, path.relative(cwd, file), ...args].map(quote)].join(' ')

/** @param {string} folder */
const inFolder = (folder) => path.relative('', folder) ? `cd ${quote(path.relative('', folder))} && ` : ''

/** @type {(target: Target) => string} the folder of what Node.js writes */
const written = ({ cwd = '' }) => path.relative('', cwd) ? `${quote(path.relative('', cwd))}/` : ''

/** @type {(target: Target, load: Load, ...flags: string[]) => string} the server, its load, and the server's end */
const underLoad = (target, load, ...flags) =>
  `(${serverCommand(target, ...flags)}) & sleep 2; ${autocannon(load, urlOf(target))}; kill $!; wait`

/** @type {Record<string, (target: Target, load: Load, unmute?: boolean) => string>} by the tool */
const byHand = {
  bench: (target, load) => underLoad(target, load),
  doctor: (target, load) => clinic('doctor', target, load),
  flame: (target, load) => clinic('flame', target, load),
  heap: (target, load) => clinic('heapprofiler', target, load),
  prof: (target, load) =>
    `${underLoad(target, load, '--prof')}; node --prof-process ${written(target)}isolate*.log`,
  cpuprofile: (target, load) =>
    `${underLoad(target, load, '--cpu-prof', EXIT_ON_SIGTERM)}; npx speedscope ${written(target)}CPU*.cpuprofile`,
  trace: (target, load, unmute) => underLoad(target, load, '--trace-warnings', ...liftMutes(target, unmute))
}

/** @type {(target: Target, unmute?: boolean) => string[]} */
const liftMutes = ({ cwd = '' }, unmute) => unmute ? ['--require', quote(`./${path.relative(cwd, LIFT_MUTES)}`)] : []

/** @type {(tool: string, target: Target, load: Load) => string} */
function clinic (tool, target, load) {
  const { cwd = '', path: url = '/', listen = '$PORT' } = target
  const onPort = autocannon(load, `"http://127.0.0.1:${listen}${url.replaceAll(/["$\\`]/g, encodeURIComponent)}"`)
  return `${inFolder(cwd)}npx clinic ${tool} --on-port ${quote(onPort)} -- ${nodeCommand(target)}`
}

/**
 * @type {(tool: string, target: Target, load: Load, unmute?: boolean) => string|null} null where a tool needs a file,
 *   and gets a command
 */
const commandByHand = (tool, target, load, unmute) =>
  target.command && NEED_FILE.includes(tool) ? null : byHand[tool](target, load, unmute)

module.exports = { commandByHand, quote }
