'use strict'

// Stages and cases that somebody else has started and loads are diagnosed, and are then as before.
// A command that is killed at any step leaves nothing.

const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { watchServer } = require('../../scripts/lib/diagnosis/collect-running')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { portsOf } = require('../../scripts/lib/system/inspector')
const { caseTarget } = require('../../scripts/lib/workshop/case-check')
const { readCases } = require('../../scripts/lib/workshop/cases')
const { startScript } = require('../helpers/project')
const { openFilesOf, runServer: startServer, underLoad } = require('../helpers/running-server')
const { isRunning } = require('../helpers/observed-stage')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const AGE = 5000 // ms of load before the command attaches
const LIMIT = 15_000 // ms until the server is as before
const RIGHT = 8 // of the eleven verdicts, at least: nine to eleven if the machine is quiet
const WATCHED = '5' // s, while the command is killed
const STEPS = [50, 150, 250, 350, 500, 800, 1500, 3600, 4200, 4800, 5200, 5700] // ms

const skip = process.platform !== 'linux' && 'it reads /proc'
const subjects = [
  { target: findTarget('slow'), verdicts: ['cost grows with every request'] },
  { target: findTarget('fast'), verdicts: ['healthy'] },
  { target: findTarget('optimized'), verdicts: ['healthy'] },
  ...readCases().map((practice) => ({
    target: caseTarget(practice),
    verdicts: practice.verdicts.map((verdict) => verdict.replace(/^healthy.*/, 'healthy'))
  }))
]
let right = 0
let accused = 0

/** Starts a server that is killed with the test. */
async function runServer (t, file, options) {
  const server = await startServer(file, options)
  t.teardown(server.stop)
  return server
}

/** The state of a process, as far as the system tells it. */
const stateOf = (pid) => ({ ports: portsOf(pid).listening, isRunning: isRunning(pid) })

async function ensureAsBefore (t, pid, before, limit = LIMIT) {
  await waitUntil(() => JSON.stringify(stateOf(pid)) === JSON.stringify(before), limit)
  t.strictSame(stateOf(pid), before)
}

for (const { target, verdicts } of subjects) {
  t.test(`${target.name} is watched under load`, { skip, timeout: 120_000 }, async (t) => {
    const { pid, url, stderr } = await runServer(t, target.file)
    const before = stateOf(pid)
    const load = { connections: 50, age: AGE }
    const { used, failed } = await underLoad(url + target.path, async () => {
      const files = openFilesOf(pid)
      const watch = (settings) => watchServer({ ...target, running: { pid } }, settings)
      let diagnosis = await watch({ watch: 10 })
      if (diagnosis.first.next.startsWith('COLLECT=1')) {
        diagnosis = await watch({ watch: 10, collect: true }) // as its reader does
      }
      const { first, hottestFrame } = diagnosis
      await ensureAsBefore(t, pid, before)
      t.ok(await waitUntil(() => openFilesOf(pid) <= files), 'no file more is open')
      return { verdict: first.verdict, place: hottestFrame?.frame }
    }, load)
    const isRight = verdicts.some((verdict) => used.verdict.startsWith(verdict))
    if (isRight) right++
    if (verdicts[0] === 'healthy' && !isRight) accused++
    t.comment(`${isRight ? 'right' : 'wrong'}: ${used.verdict}, ${JSON.stringify(used.place)}`)
    t.equal(failed, 0, 'no request failed')
    t.notMatch(stderr(), /Error|Warning/)
  })
}

t.test('the verdicts are right, and no healthy server is accused', { skip }, async (t) => {
  t.ok(right >= RIGHT, `${right} of ${subjects.length}`)
  t.equal(accused, 0)
})

t.test('SIGKILL at each step leaves nothing', { skip, timeout: 300_000 }, async (t) => {
  const { file, path } = findTarget('fast')
  const { pid, url } = await runServer(t, file)
  const before = stateOf(pid)
  const { failed } = await underLoad(url + path, async () => {
    for (const step of STEPS) {
      const args = ['--pid', String(pid), '--watch', WATCHED]
      const { child, outcome } = startScript('scripts/diagnose.js', args)
      await sleep(step)
      child.kill('SIGKILL')
      await outcome
      await sleep(500) // SIGUSR1 may be under way
      await ensureAsBefore(t, pid, before)
    }
  })
  t.equal(failed, 0)
  const { first } = await watchServer({ name: 'fast', running: { pid } }, { watch: 1 })
  t.match(first.verdict, /no requests arrived$/, 'it can be watched again')
})
