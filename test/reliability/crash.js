'use strict'

// Kills a command, its server or its load generator at a random moment, and looks for what is left. Linux: it reads /proc.

const { spawn } = require('node:child_process')
const { randomUUID } = require('node:crypto')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { request } = require('../../scripts/lib/system/http-client')
const { listResults } = require('../../scripts/lib/results/store')

const GRACE = 2_000 // ms after the end of a command for all that it started to be gone
const PATIENCE = 90_000 // ms for a command to end of itself, when something else was killed, or nobody was there to be
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL']
const VICTIMS = { // by their command line; the command itself is known by its id
  server: (line) => /inside\.js|\/index\.js/.test(line),
  generator: (line) => /lib\/fire\.js/.test(line)
}

/**
 * What is tortured: the script with its arguments, how long it takes when left alone (ms), who is in it to be killed (a command
 * without a generator loads in its own process), and, where it stays until it is stopped, that.
 */
const COMMANDS = {
  bench: { args: ['bench.js', 'fast', '--duration', '1', '--warmup', '0'], takes: 2500, victims: ['command', 'server'] },
  compare: { args: ['compare.js', '--a', 'fast', '--b', 'optimized', '--runs', '2', '--duration', '1', '--warmup', '0'], takes: 7000, victims: ['command', 'server'] },
  profile: { args: ['profile.js', 'flame', 'fast', '--duration', '1'], takes: 8000, victims: ['command', 'server', 'generator'] },
  lab: { args: ['lab.js', 'event-loop', '--runs', '2', '--duration', '1'], takes: 20_000, victims: ['command', 'server'] },
  live: { args: ['live.js', '--live-port', '0'], takes: 4000, victims: ['command', 'server'], stays: true }
}

/**
 * @typedef {object} Try
 * @property {string} target
 * @property {string|undefined} victim
 * @property {string|undefined} signal
 * @property {number} at ms after the start
 * @property {boolean} struck whether there was such a victim at that moment; if not, the command was left alone, and has to work
 * @property {string[]} problems what must not be
 */

/**
 * @param {string} target one of COMMANDS
 * @param {{project: string, random: () => number, alone?: boolean}} options `project`: the folder of a copy, which may be broken;
 *   `alone`: nobody is to be killed
 * @returns {Promise<Try>}
 */
async function strike (target, { project, random, alone = false }) {
  const { args: [script, ...args], takes, victims, stays } = COMMANDS[target]
  const pick = (all) => all[Math.floor(random() * all.length)]
  const [victim, signal, at] = alone ? [undefined, undefined, takes] : [pick(victims), pick(SIGNALS), Math.round(random() * takes)]
  const id = randomUUID()
  const temporary = path.join(project, 'tmp')
  fs.mkdirSync(temporary, { recursive: true })
  const before = results(project)

  const child = spawn(process.execPath, [path.join(project, 'scripts', script), ...args], {
    cwd: project, env: { ...process.env, TORTURE: id, TMPDIR: temporary, OPEN: '0' }, stdio: ['ignore', 'pipe', 'pipe']
  })
  let stderr = ''
  child.stdout.resume()
  child.stderr.on('data', (chunk) => { stderr += chunk })
  const ended = once(child, 'close')
  if (stays) order(child)

  await Promise.race([sleep(at), ended])
  const found = victim === 'command' ? child.pid : processesOf(id).find(({ line }) => VICTIMS[victim]?.(line))?.pid
  const struck = found !== undefined && child.exitCode === null && kill(found, signal)
  if (stays && !(struck && victim === 'command')) { await sleep(takes); kill(child.pid, 'SIGINT') }

  const limit = struck && victim === 'command' ? GRACE : PATIENCE
  const late = await Promise.race([ended.then(() => false), sleep(limit, true, { ref: false })])
  if (!late) await gone(id)
  const left = processesOf(id)
  for (const { pid } of left) kill(pid, 'SIGKILL')
  await ended
  const failed = !struck && child.exitCode !== (stays ? 130 : 0)
  return { target, victim, signal, at, struck, problems: problemsOf({ project, temporary, before, left, late, limit, failed, stderr }) }
}

function problemsOf ({ project, temporary, before, left, late, limit, failed, stderr }) {
  const here = listResults(path.join(project, 'results'))
  const lost = before.filter((name) => !results(project).includes(name))
  const partial = [...names(path.join(project, 'results')), ...names(path.join(project, 'docs/results'))].filter((name) => name.includes('.partial'))
  const running = names(path.join(project, 'profiles')).filter((name) => name.startsWith('.running'))
  const problems = [
    ...(failed ? [`it failed: ${stderr.trim().slice(-300)}`] : []),
    ...(late ? [`the command was there ${limit / 1000} s later`] : []),
    ...left.map(({ line }) => `left running: ${line.slice(0, 200)}`),
    ...here.broken.map((name) => `a broken result: ${name}`),
    ...lost.map((name) => `a lost result: ${name}`),
    ...[...partial, ...running, ...names(temporary)].map((name) => `a temporary file: ${name}`),
    ...(/\n\s+at .*\(/.test(stderr) && !/Its last output/.test(stderr) ? [`a stack trace: ${stderr.slice(-300)}`] : [])
  ]
  for (const file of [...names(temporary).map((name) => path.join(temporary, name)), ...running.map((name) => path.join(project, 'profiles', name))]) {
    fs.rmSync(file, { recursive: true, force: true }) // the next try shall not find it again
  }
  return problems
}

/** Starts a race on the live page, once it listens. */
function order (child) {
  child.stdout.once('data', async (chunk) => {
    const [url] = String(chunk).match(/http:\S+\//) ?? []
    if (!url) return
    const body = JSON.stringify({ targets: ['slow', 'optimized'], connections: 10, duration: 1 })
    await request(url, { method: 'POST', path: '/start', headers: { 'Content-Type': 'application/json' }, body }).catch(() => {})
  })
}

/** All that were started with this id in their environment. */
function processesOf (id) {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const state = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').match(/\) (\S)/)[1]
      if (state === 'Z' || !fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`TORTURE=${id}`)) return []
      return [{ pid: Number(pid), line: fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
    } catch {
      return [] // it has just ended
    }
  })
}

/** Waits until nothing of it runs any more, or the grace is over. */
async function gone (id) {
  for (const until = Date.now() + GRACE; Date.now() < until && processesOf(id).length;) await sleep(50)
}

function kill (pid, signal) {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

const names = (folder) => fs.existsSync(folder) ? fs.readdirSync(folder) : []
const results = (project) => names(path.join(project, 'results')).filter((name) => name.endsWith('.json'))

module.exports = { COMMANDS, strike }
