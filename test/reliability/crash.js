'use strict'

// Kills a command, its server or its load generator at a given moment, and finds what is left.
// Linux only: it reads /proc.

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { readJson } = require('../../scripts/lib/load/saved-results')
const { startProcess } = require('../../scripts/lib/server/process')
const { post } = require('../helpers/live')
const { listProcesses } = require('../helpers/processes')

const GRACE = 2_000 // ms after the end of a command for all that it started to end
const LONGEST = 90_000 // ms for a command to end by itself
// By their command lines; that of Clinic has both.
const VICTIMS = {
  server: /^(?!.*clinic\/bin\.js).*(server\/probe\/probe\.js|\/index\.js)/,
  generator: /^(?!.*clinic\/bin\.js).*load\/load-process\.js/
}
const SERVER = ['command', 'server'] // most commands send the load themselves

/** What can be killed while a command runs, and for how long it runs, in ms. */
const COMMANDS = {
  bench: { line: 'bench.js fast --duration 1 --warmup 0', takes: 2500, victims: SERVER },
  compare: {
    line: 'compare.js --runs 3 --duration 1 --warmup 0',
    takes: 9000,
    victims: SERVER
  },
  profile: {
    line: 'profile.js flame fast --duration 1 --no-open',
    takes: 8000,
    victims: [...SERVER, 'generator']
  },
  live: { line: 'live.js --live-port 0 --no-open', takes: 4000, victims: SERVER, stays: true }
}

/**
 * Runs one of COMMANDS in a copy of the project. Without a crash, or if the victim does not run any
 * more, the command should succeed.
 * @param {{victim: string, signal: NodeJS.Signals, at: number}} [crash] `at`: ms after the start
 */
async function crashCommand (name, project, crash) {
  const { line, takes, stays } = COMMANDS[name]
  const [script, ...args] = line.split(' ')
  const temporary = fs.mkdtempSync(path.join(project, 'tmp-'))
  const command = [process.execPath, path.join(project, 'scripts', script), ...args]
  const { child, ended, stderr } = startProcess(command, {
    cwd: project,
    env: { ...process.env, TMPDIR: temporary }
  })
  child.stdout.once('data', (text) => { if (stays) startRace(text) }).resume()

  let hasCrashed = false
  if (crash) {
    await Promise.race([sleep(crash.at), ended])
    const pid = await findVictim(child, temporary, crash.victim, takes)
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
  while (Date.now() < end && processesWith(temporary).length) await sleep(50)
  const left = processesWith(temporary)
  for (const { pid } of left) kill(pid, 'SIGKILL')
  await ended

  const problems = []
  if (!hasCrashed && child.exitCode !== 0) problems.push(`it failed: ${stderr().slice(-300)}`)
  if (isLate) problems.push(`the command was still running ${limit / 1000} s later`)
  for (const { line } of left) problems.push(`left running: ${line.slice(0, 200)}`)
  for (const file of findFiles(path.join(project, 'results'), /\.json$/)) {
    if (!readJson(file, null)) problems.push(`a broken result: ${path.basename(file)}`)
  }
  const leftovers = [
    ...findFiles(path.join(project, 'results'), /\.partial/),
    ...findFiles(path.join(project, 'profiles'), /^\./),
    ...findFiles(temporary, /./)
  ]
  for (const file of leftovers) problems.push(`a temporary file: ${path.basename(file)}`)
  for (const file of [...leftovers, temporary]) fs.rmSync(file, { recursive: true })
  return { hasCrashed, problems }
}

/** Waits until it runs, and gives its process id. */
async function findVictim (child, temporary, victim, limit) {
  if (victim === 'command') return child.exitCode === null ? child.pid : undefined
  for (const end = Date.now() + limit; child.exitCode === null; await sleep(50)) {
    const found = processesWith(temporary).find(({ line }) => VICTIMS[victim].test(line))
    if (found || Date.now() > end) return found?.pid
  }
}

/** Starts a race on the live page, which has just printed its address. */
async function startRace (output) {
  const [url] = output.match(/http:\S+\//)
  const race = { targets: ['slow', 'optimized'], connections: 10, duration: 1 }
  await post(url, '/start', race).catch(() => {}) // it has been killed
}

/** The command and what it has started: they inherit its folder for temporary files. */
function processesWith (temporary) {
  return listProcesses().filter(({ env }) => env.includes(`TMPDIR=${temporary} `))
}

function kill (pid, signal) {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function findFiles (folder, pattern) {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  return names.filter((name) => pattern.test(name)).map((name) => path.join(folder, name))
}

module.exports = { COMMANDS, crashCommand }
