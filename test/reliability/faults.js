'use strict'

// What a machine can do to the harness: a full disk, no right to write, a wrong clock, too few open files, half a network.

const { execFileSync, spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { watchChild } = require('../../scripts/lib/system/watchdog')
const { listResults, RECORDED } = require('../../scripts/lib/results/store')
const { SEARCH_PATH } = require('../../scripts/lib/system/search-path')
const { copyProject } = require('./project-copy')

const BENCH = 'node scripts/bench.js fast --duration 1 --warmup 0'
const BACK = path.join(__dirname, '../../scripts/lib/preload/clock-set-back.js')
const ENV = { ...process.env, PATH: SEARCH_PATH }
const NAMESPACE = ['unshare', '--map-root-user', '--mount', '--net', 'sh', '-c']

/**
 * Each runs commands in a copy of the project, and says of each thing that must be whether it is. `sh` runs in a shell; `alone`
 * does, with mounts and a network of its own.
 *
 * @type {Record<string, (where: {project: string, results: string, sh: Run, alone: Run}) => Promise<Record<string, boolean>>>}
 */
const FAULTS = {
  async 'the disk is full' ({ alone }) {
    const good = path.join(RECORDED, 'bench-fast.json')
    const { code, stdout, stderr } = await alone(`mount -t tmpfs -o size=64k none results; cp ${good} results/; cat /dev/zero > results/filler 2> /dev/null; ${BENCH}; echo "code $?"; ls -A results; cmp ${good} results/bench-fast.json && echo same`)
    return { ...said(code, stderr, /cannot write to \S*results \(ENOSPC\): make it writable, or free space/), 'it fails': /^code 1$/m.test(stdout), 'the other result is as it was': /^same$/m.test(stdout), 'no half file': !/partial|probe|-fast\.json\n.*-fast\.json/.test(stdout) }
  },

  async 'the results are read-only' ({ alone }) {
    const { code, stdout, stderr } = await alone(`mount -t tmpfs -o ro none results; ${BENCH}; echo "code $?"`)
    return { ...said(code, stderr, /cannot write to .*results \(EROFS\): make it writable/), 'it fails': /^code 1$/m.test(stdout), 'before it has measured': !/Req\/Sec/.test(stdout) }
  },

  async 'broken results among good ones' ({ results, sh }) {
    fs.writeFileSync(path.join(results, 'half.json'), '{"schema": 2, "target"')
    fs.writeFileSync(path.join(results, 'empty.json'), '')
    fs.writeFileSync(path.join(results, 'bytes.json'), Buffer.from([0, 255, 254, 0]))
    fs.writeFileSync(path.join(results, 'other.json'), '{"schema": 99}')
    fs.mkdirSync(path.join(results, 'folder.json'))
    const bench = await sh(BENCH)
    const { code, stdout, stderr } = await sh('OPEN=0 node scripts/report.js')
    const named = ['half', 'empty', 'bytes', 'other', 'folder'].every((name) => stderr.includes(`${name}.json`))
    return { 'a load is measured and saved': bench.code === 0 && listResults(results).saved.length === 1, 'the report is built': code === 0 && /report/.test(stdout), 'each of the five is named': named }
  },

  async 'the clock is set back by an hour' ({ results, sh }) {
    const { code } = await sh(`NODE_OPTIONS="--require ${BACK}" ${BENCH}`)
    const [{ result } = {}] = listResults(results).saved
    return { 'it ends well': code === 0, 'the duration is right': result?.took > 0.5 && result.took < 5, 'the rate is right': Math.abs(result?.requests.total / result?.took / result?.requests.average - 1) < 0.5 }
  },

  async 'two harnesses at once' ({ results, sh }) {
    const both = await Promise.all([sh(BENCH), sh(BENCH)])
    return { 'both end well': both.every(({ code }) => code === 0), 'both results are there': listResults(results).saved.length === 2, 'nothing else is': fs.readdirSync(results).length === 2 }
  },

  async '1,000 connections, 256 open files' ({ results, sh }) {
    const { code, stderr } = await sh(`ulimit -n 256; ${BENCH} --connections 1000`)
    return { ...said(code, stderr, /1000 connections are more than 256 open files allow: take 192 at most/), 'it fails': code === 1, 'nothing is saved': fs.readdirSync(results).length === 0 }
  },

  async '190 connections, 256 open files' ({ results, sh }) {
    const { code } = await sh(`ulimit -n 256; ${BENCH} --connections 190`)
    return { 'it ends well': code === 0, 'without an error': listResults(results).saved[0]?.result.errors === 0 }
  },

  'a loopback of IPv6 alone': ({ results, alone }) => halfLoopback(results, alone, '127.0.0.1/8', 'http://[::1]'),
  'a loopback of IPv4 alone': ({ results, alone }) => halfLoopback(results, alone, '::1/128', 'http://127.0.0.1')
}

async function halfLoopback (results, alone, missing, url) {
  const { code } = await alone(`ip address delete ${missing} dev lo && ${BENCH} && OPEN=0 node scripts/profile.js flame fast --duration 1`)
  const [{ result } = {}] = listResults(results).saved
  return { 'bench and flame end well': code === 0, 'by that address': Boolean(result?.load.url.startsWith(url)), 'without an error': result?.errors === 0 }
}

const said = (code, stderr, line) => ({ 'it says why': line.test(stderr), 'in one line': stderr.trim().split('\n').length === 1 })

/**
 * @typedef {object} Faults
 * @property {{fault: string, holds: number, fails: string[], skipped?: string}[]} faults how much is as it must be, and what is not
 */

/**
 * @param {string|undefined} only one of the faults; all, if none is given
 * @param {{onProgress?: (share: number) => void, signal: AbortSignal}} options
 * @returns {Promise<Faults>}
 */
async function faults (only, { onProgress = () => {}, signal }) {
  const names = Object.keys(FAULTS).filter((name) => !only || name === only)
  const why = whyNotAlone()
  const seen = []
  for (const fault of names) {
    signal.throwIfAborted()
    seen.push({ fault, ...await suffer(FAULTS[fault], why, signal) })
    onProgress(seen.length / names.length)
  }
  return { faults: seen }
}

/** Thrown where a fault cannot be had on this machine. */
class NotHere extends Error {}

async function suffer (fault, why, signal) {
  const { project, remove } = await copyProject(signal)
  const results = path.join(project, 'results')
  fs.mkdirSync(results)
  try {
    const sh = (script) => run(['sh', '-c', script], project, signal)
    const alone = (script) => {
      if (why) throw new NotHere(why)
      return run([...NAMESPACE, `ip link set lo up; ${script}`], project, signal)
    }
    const found = await fault({ project, results, sh, alone })
    const fails = Object.keys(found).filter((what) => !found[what])
    return { holds: Object.keys(found).length - fails.length, fails }
  } catch (err) {
    if (!(err instanceof NotHere)) throw err
    return { holds: 0, fails: [], skipped: err.message }
  } finally {
    remove()
  }
}

async function run ([file, ...args], cwd, signal) {
  const child = spawn(file, args, { cwd, env: ENV, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  watchChild(child)
  const kill = () => process.kill(-child.pid, 'SIGKILL')
  signal.addEventListener('abort', kill)
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  signal.removeEventListener('abort', kill)
  signal.throwIfAborted()
  return { code, stdout, stderr }
}

/** @returns {string|undefined} why no mounts and no network of one's own are to be had here */
function whyNotAlone () {
  try {
    execFileSync(NAMESPACE[0], [...NAMESPACE.slice(1), 'ip link set lo up && mount -t tmpfs none /mnt'], { env: ENV, stdio: 'pipe' })
  } catch (err) {
    return `no mounts and no network of its own (unshare, ip; Linux): ${String(err.stderr ?? err.message).trim().split('\n')[0]}`
  }
}

/** @param {Faults} faults */
const rows = ({ faults }) => faults.map(({ fault, holds, fails, skipped }) => [fault, skipped ? `skipped: ${skipped}` : `${holds} of ${holds + fails.length} expectations hold`])

/** @param {Faults} faults */
const problems = ({ faults }) => faults.flatMap(({ fault, fails }) => fails.map((what) => `${fault}, and it is not so: ${what}`))

module.exports = { FAULTS, faults, problems, rows }
