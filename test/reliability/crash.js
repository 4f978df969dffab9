'use strict'

// Kills a command, its server or its load generator at a given moment, and finds what is left. Linux: it reads /proc.

const { randomUUID } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { listResults } = require('../../scripts/lib/measure/results')
const { request } = require('../../scripts/lib/system/http-client')
const { startProcess } = require('../../scripts/lib/system/process')

const GRACE = 2_000 // ms after the end of a command for all that it started to be gone
const LONGEST = 90_000 // ms for a command to end by itself when it was not the victim
// By their command lines; the command itself is known by its id.
const VICTIMS = { server: /preload\/probe\.js|\/index\.js/, generator: /measure\/load-process\.js/ }
const WRAPPER = 'clinic/bin.js' // names both on its command line and is neither
const SERVER = ['command', 'server'] // most commands send the load from their own process

/** What is run, how long it takes undisturbed (ms), what can be killed, and whether it stays until Ctrl-C. */
const COMMANDS = {
  bench: { line: 'bench.js fast --duration 1 --warmup 0', takes: 2500, victims: SERVER },
  compare: { line: 'compare.js --a fast --b optimized --runs 2 --duration 1 --warmup 0', takes: 7000, victims: SERVER },
  profile: { line: 'profile.js flame fast --duration 1', takes: 8000, victims: [...SERVER, 'generator'] },
  lab: { line: 'lab.js event-loop --runs 2 --duration 1', takes: 20_000, victims: SERVER },
  live: { line: 'live.js --live-port 0', takes: 4000, victims: SERVER, stays: true }
}

/** @typedef {{victim: 'command'|keyof VICTIMS, signal: NodeJS.Signals, at: number}} Crash `at`: ms after the start */

/**
 * Runs one of COMMANDS in a copy of the project. If the victim is not running at that moment, or there is no crash, the
 * command runs undisturbed and should succeed.
 *
 * @type {(name: string, project: string, crash?: Crash) => Promise<{hasCrashed: boolean, problems: string[]}>}
 */
async function crashCommand (name, project, crash) {
  const { line, takes, stays } = COMMANDS[name]
  const [script, ...args] = line.split(' ')
  const id = randomUUID()
  const temporary = path.join(project, 'tmp')
  fs.mkdirSync(temporary, { recursive: true })
  const before = results(project)

  const env = { ...process.env, CRASH_TEST: id, TMPDIR: temporary, OPEN: '0' }
  const command = [process.execPath, path.join(project, 'scripts', script), ...args]
  const { child, ended, stderr } = startProcess(command, { cwd: project, env })
  child.stdout.once('data', (chunk) => { if (stays) startRace(String(chunk)) }).resume()

  await Promise.race([sleep(crash?.at ?? takes), ended])
  const pid = crash?.victim === 'command' ? child.pid : findVictim(id, VICTIMS[crash?.victim])
  const hasCrashed = pid !== undefined && child.exitCode === null && kill(pid, crash.signal)
  const isGone = hasCrashed && crash.victim === 'command'
  if (stays && !isGone) {
    await sleep(takes)
    kill(child.pid, 'SIGINT')
  }

  const limit = isGone ? GRACE : LONGEST
  const isLate = await Promise.race([ended.then(() => false), sleep(limit, true, { ref: false })])
  const until = isLate ? 0 : Date.now() + GRACE
  while (Date.now() < until && processesOf(id).length) await sleep(50)
  const left = processesOf(id)
  for (const { pid } of left) kill(pid, 'SIGKILL')
  await ended
  const output = stderr()
  const problems = [
    !hasCrashed && child.exitCode !== 0 && `it failed: ${output.trim().slice(-300)}`,
    isLate && `the command was still running ${limit / 1000} s later`,
    ...left.map(({ line }) => `left running: ${line.slice(0, 200)}`),
    ...listResults(path.join(project, 'results')).broken.map((name) => `a broken result: ${name}`),
    ...before.filter((name) => !results(project).includes(name)).map((name) => `a lost result: ${name}`),
    ...removeTemporaryFiles(project).map((name) => `a temporary file: ${name}`),
    // A server's last output may have one in it.
    /\n\s+at .*\(/.test(output) && !/Its last output/.test(output) && `a stack trace: ${output.slice(-300)}`
  ].filter(Boolean)
  return { hasCrashed, problems }
}

/** Removes what the next crash would find again. @returns {string[]} the names */
function removeTemporaryFiles (project) {
  return ['results', 'docs/results', 'profiles', 'tmp'].flatMap((folder) => {
    const isTemporary = (name) => folder === 'tmp' || /\.partial|^\.running/.test(name)
    const left = names(path.join(project, folder)).filter(isTemporary)
    for (const name of left) fs.rmSync(path.join(project, folder, name), { recursive: true, force: true })
    return left
  })
}

/** Starts a race on the live page, once it has printed its address. */
async function startRace (output) {
  const [url] = output.match(/http:\S+\//) ?? []
  const body = JSON.stringify({ targets: ['slow', 'optimized'], connections: 10, duration: 1 })
  const headers = { 'Content-Type': 'application/json' }
  if (url) await request(url, { method: 'POST', path: '/start', headers, body }).catch(() => {}) // killed meanwhile
}

/** All processes that were started with this id in their environment. */
function processesOf (id) {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    const read = (file) => fs.readFileSync(`/proc/${pid}/${file}`, 'utf8')
    try {
      const isZombie = /\) Z/.test(read('stat'))
      if (isZombie || !read('environ').includes(`CRASH_TEST=${id}`)) return []
      return [{ pid: Number(pid), line: read('cmdline').replaceAll('\0', ' ') }]
    } catch {
      return [] // it has just ended
    }
  })
}

const findVictim = (id, pattern) =>
  processesOf(id).find(({ line }) => pattern?.test(line) && !line.includes(WRAPPER))?.pid

function kill (pid, signal) {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

const names = (folder) => fs.existsSync(folder) ? fs.readdirSync(folder) : []
const results = (project) => names(path.join(project, 'results')).filter((name) => name.endsWith('.json'))

module.exports = { COMMANDS, crashCommand }
