'use strict'

// Kills a command, its server or its load generator at a given moment, and finds what is left.
// Linux only: it reads /proc.

const { randomUUID } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { listResults } = require('../../scripts/lib/measure/results')
const { request } = require('../../scripts/lib/system/http-client')
const { startProcess } = require('../../scripts/lib/system/process')

const GRACE = 2_000 // ms after the end of a command for all that it started to end
const LONGEST = 90_000 // ms for a command to end by itself
// By their command lines; that of Clinic itself has both.
const VICTIMS = {
  server: /^(?!.*clinic\/bin\.js).*(preload\/probe\.js|\/index\.js)/,
  generator: /^(?!.*clinic\/bin\.js).*measure\/load-process\.js/
}
const SERVER = ['command', 'server'] // most commands send the load from their own process
const ONE = '--duration 1 --warmup 0'

/** What can be killed while a command runs, and for how long it runs, in ms. */
const COMMANDS = {
  bench: { line: `bench.js fast ${ONE}`, takes: 2500, victims: SERVER },
  compare: { line: `compare.js --runs 2 ${ONE}`, takes: 7000, victims: SERVER },
  profile: {
    line: 'profile.js flame fast --duration 1',
    takes: 8000,
    victims: [...SERVER, 'generator']
  },
  live: { line: 'live.js --live-port 0', takes: 4000, victims: SERVER, stays: true }
}

/**
 * Runs one of COMMANDS in a copy of the project. Without a crash, or if the victim does not run any
 * more, the command should succeed.
 * @param {string} name
 * @param {string} project
 * @param {{victim: string, signal: NodeJS.Signals, at: number}} [crash] `at`: ms after the start
 * @returns {Promise<{hasCrashed: boolean, problems: string[]}>}
 */
async function crashCommand (name, project, crash) {
  const { line, takes, stays } = COMMANDS[name]
  const [script, ...args] = line.split(' ')
  const command = [process.execPath, path.join(project, 'scripts', script), ...args]
  const id = randomUUID()
  const temporary = path.join(project, 'tmp')
  fs.mkdirSync(temporary, { recursive: true })
  const env = { ...process.env, CRASH_TEST: id, TMPDIR: temporary, OPEN: '0' }
  const results = namesIn(project, 'results').filter((name) => name.endsWith('.json'))
  const { child, ended, stderr } = startProcess(command, { cwd: project, env })
  child.stdout.once('data', (text) => { if (stays) startRace(text) }).resume()

  let hasCrashed = false
  if (crash) {
    await Promise.race([sleep(crash.at), ended])
    const pid = await findVictim(child, id, crash.victim, takes)
    hasCrashed = pid !== undefined && kill(pid, crash.signal)
  }
  const isKilled = hasCrashed && crash.victim === 'command'
  if (stays && !isKilled) {
    await sleep(takes)
    kill(child.pid, 'SIGINT')
  }
  const limit = isKilled ? GRACE : LONGEST
  const isLate = await Promise.race([ended.then(() => false), sleep(limit, true, { ref: false })])
  const end = isLate ? 0 : Date.now() + GRACE
  while (Date.now() < end && processesOf(id).length) await sleep(50)
  const left = processesOf(id)
  for (const { pid } of left) kill(pid, 'SIGKILL')
  await ended

  const problems = []
  const output = stderr().trim()
  if (!hasCrashed && child.exitCode !== 0) problems.push(`it failed: ${output.slice(-300)}`)
  if (isLate) problems.push(`the command was still running ${limit / 1000} s later`)
  for (const { line } of left) problems.push(`left running: ${line.slice(0, 200)}`)
  const { broken } = listResults(path.join(project, 'results'))
  for (const file of broken) problems.push(`a broken result: ${path.basename(file)}`)
  const lost = results.filter((name) => !namesIn(project, 'results').includes(name))
  for (const name of lost) problems.push(`a lost result: ${name}`)
  for (const name of removeTemporaryFiles(project)) problems.push(`a temporary file: ${name}`)
  return { hasCrashed, problems }
}

/** @returns {Promise<number|undefined>} its process id, as soon as it runs */
async function findVictim (child, id, victim, limit) {
  for (const end = Date.now() + limit; child.exitCode === null; await sleep(50)) {
    if (victim === 'command') return child.pid
    const found = processesOf(id).find(({ line }) => VICTIMS[victim].test(line))
    if (found || Date.now() > end) return found?.pid
  }
}

/** Starts a race on the live page, which has just printed its address. */
async function startRace (output) {
  const [url] = output.match(/http:\S+\//)
  const body = JSON.stringify({ targets: ['slow', 'optimized'], connections: 10, duration: 1 })
  const headers = { 'Content-Type': 'application/json' }
  const answer = request(url, { method: 'POST', path: '/start', headers, body })
  await answer.catch(() => {}) // it has been killed
}

/** All processes that have this id in their environment. */
function processesOf (id) {
  const processes = []
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const read = (file) => fs.readFileSync(`/proc/${pid}/${file}`, 'utf8')
    try {
      const isZombie = /\) Z/.test(read('stat'))
      if (isZombie || !read('environ').includes(`CRASH_TEST=${id}`)) continue
      processes.push({ pid: Number(pid), line: read('cmdline').replaceAll('\0', ' ') })
    } catch {} // it has just ended
  }
  return processes
}

function kill (pid, signal) {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Removes what the next crash would find again. @returns {string[]} the names */
function removeTemporaryFiles (project) {
  const removed = []
  for (const folder of ['results', 'profiles', 'tmp']) {
    for (const name of namesIn(project, folder)) {
      if (folder !== 'tmp' && !/\.partial|^\.running/.test(name)) continue
      fs.rmSync(path.join(project, folder, name), { recursive: true })
      removed.push(name)
    }
  }
  return removed
}

function namesIn (project, name) {
  const folder = path.join(project, name)
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}

module.exports = { COMMANDS, crashCommand }
