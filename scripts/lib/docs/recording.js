'use strict'

// Records the results that the docs quote: step by step, under one version of Node.js, on a quiet machine.

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../base/errors')
const { percent } = require('../base/format')
const { labNames } = require('../experiments/labs')
const { readResult, RECORDED, RESULTS } = require('../measure/results')
const { watchBackgroundCpu } = require('../system/environment')
const { ensureWritable, writeFileAtomic } = require('../system/files')
const { runProcess } = require('../system/process')
const { ROOT } = require('../system/root')

const STATE = path.join(RESULTS, 'recording.state') // not .json: it is no result
const CODE = ['slow', 'fast', 'optimized', 'scripts', 'docs/labs/*.js', 'package-lock.json']
const QUIET = 0.2 // of one core: what other programs may use
const WAIT = 5 * 60 // s, for the machine to become quiet
const TRIES = 3

/** @typedef {{file: string, version: string}} Node */
/** @typedef {{version: string, commit: string, done: string[]}} State */
/** @typedef {{log: (line: string) => void, signal: AbortSignal}} Watched */

/** @type {Record<string, string[]>} the command of each step, by the name of its file in docs/results */
const STEPS = {
  bench: ['bench', '--runs', '10'],
  'bench-fast-rate-4000': ['bench', 'fast', '--rate', '4000'],
  'bench-slow-rate-100': ['bench', 'slow', '--rate', '100'],
  'compare-fast-optimized': ['compare', '--a', 'fast', '--b', 'optimized', '--runs', '20'],
  'compare-fast-optimized-connections-1': ['compare', '--a', 'fast', '--b', 'optimized', '--connections', '1'],
  'compare-fast-fast': ['compare', '--a', 'fast', '--b', 'fast', '--runs', '20'],
  'compare-optimized-optimized-watched':
    ['compare', '--a', 'optimized', '--b', 'optimized', '--watched', '--runs', '120'],
  ...Object.fromEntries(['slow', 'fast', 'optimized'].map((name) => [`growth-${name}`, ['growth', '--stage', name]])),
  'live-race': ['live'],
  ...Object.fromEntries(labNames().map((name) => [`lab-${name}`, ['lab', name]]))
}

/**
 * Runs the steps that an earlier call with the same Node.js and the same commit has not finished.
 * @type {(node: Node, options: Watched & {anew: boolean}) => Promise<void>}
 * @throws {UserError} if the code has uncommitted changes, a step fails, or the machine does not become quiet
 */
async function record (node, { anew, log, signal }) {
  const commit = await committedCode(signal)
  ensureWritable(RESULTS)
  /** @type {State|null} of an interrupted recording */
  const state = anew ? null : readResult(STATE, null)
  const done = state?.version === node.version && state.commit === commit ? state.done : []
  if (done.length) log(`going on after ${done.length} of ${Object.keys(STEPS).length} steps`)
  for (const name of Object.keys(STEPS)) {
    if (done.includes(name)) continue
    log(`${name} (${done.length + 1} of ${Object.keys(STEPS).length})`)
    await recordStep(node, name, { log, signal })
    done.push(name)
    writeFileAtomic(STATE, JSON.stringify({ version: node.version, commit, done }, null, 2))
  }
  fs.rmSync(STATE, { force: true })
}

/** @param {AbortSignal} signal @returns {Promise<string>} the commit */
async function committedCode (signal) {
  /** @param {string[]} args */
  const git = async (...args) => (await runProcess(['git', ...args], { cwd: ROOT, signal })).stdout.trim()
  const changed = await git('status', '--porcelain', '--', ...CODE)
  if (changed) throw new UserError(`commit these changes first, so that the figures belong to a commit:\n${changed}`)
  return await git('rev-parse', 'HEAD')
}

/** @type {(node: Node, name: string, options: Watched) => Promise<void>} */
async function recordStep (node, name, { log, signal }) {
  const [script, ...args] = STEPS[name]
  const command = [node.file, path.join(ROOT, 'scripts', `${script}.js`), ...args, '--record']
  const before = readFilesOf(name)
  for (let tries = 0; tries < TRIES; tries++) {
    await untilQuiet({ log, signal })
    const readShare = watchOthers()
    await runProcess(command, { cwd: ROOT, signal })
    const share = readShare()
    if (share <= QUIET) return
    for (const { file } of readFilesOf(name)) fs.rmSync(file)
    for (const { file, content } of before) fs.writeFileSync(file, content)
    log(`not kept: other programs used ${percent(share)} of a core during it`)
  }
  throw new UserError(`${name} was disturbed ${TRIES} times: close other programs, and start this again to go on`)
}

/** @param {string} name of a step @returns {{file: string, content: Buffer}[]} its JSON file, and a lab's CSV file */
const readFilesOf = (name) => fs.readdirSync(RECORDED).filter((file) => path.parse(file).name === name)
  .map((file) => path.join(RECORDED, file)).map((file) => ({ file, content: fs.readFileSync(file) }))

/** @type {(options: Watched) => Promise<void>} throws a UserError if it never is */
async function untilQuiet ({ log, signal }) {
  for (let seconds = 0; seconds < WAIT; seconds += 2) {
    const readShare = watchOthers()
    await sleep(2000, null, { signal })
    const share = readShare()
    if (share <= QUIET) return
    if (seconds === 0) log(`waiting: other programs use ${percent(share)} of a core`)
  }
  throw new UserError('the machine is busy: close other programs, and start this again to go on')
}

/**
 * @returns {() => number} reads what programs that this process did not start used since, as a share of one core; 0 on
 *   systems other than Linux: there, what the steps themselves used is unknown
 */
function watchOthers () {
  if (process.platform !== 'linux') return () => 0
  const before = childrenCpuTime()
  const read = watchBackgroundCpu()
  return () => read(childrenCpuTime() - before) ?? 0
}

/** µs of the processes that this one started and that have ended */
function childrenCpuTime () {
  const stat = fs.readFileSync('/proc/self/stat', 'utf8')
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(14, 16).map(Number)
  return (user + system) * 10_000 // in ticks of 10 ms: proc(5)
}

module.exports = { record, STEPS }
