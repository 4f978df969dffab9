'use strict'

// Servers that somebody else has started and loads are diagnosed, and are then as before.
// A command that is killed at any step leaves nothing.

const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { watch } = require('whyslow')
const { findTarget } = require('../../scripts/lib/server/targets')
const { portsOf } = require('../../scripts/whyslow/attach/ports')
const { readCase } = require('../../scripts/lib/exercise/cases')
const { startScript } = require('../helpers/project')
const { openFilesOf, runServer, underLoad } = require('../helpers/running-server')
const { isRunning } = require('../helpers/observed-stage')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const AGE = 5000 // ms of load before the command attaches
const LIMIT = 15_000 // ms until the server is as before
const RIGHT = 2 // of the verdicts, at least: other tests run meanwhile
const STEPS = [ // ms of 5 s, for each of four servers
  [50, 500, 4200],
  [150, 800, 4800],
  [250, 1500, 5200],
  [350, 3600, 5700]
]

const skip = process.platform !== 'linux' && 'it reads /proc'
// The check diagnose-accuracy watches all stages and cases.
const subjects = [
  { target: findTarget('slow'), verdicts: ['cost grows with every request'] },
  { target: findTarget('optimized'), verdicts: ['healthy'] },
  readCase('cinema')
]
let right = 0
let accused = 0

/** Starts a server that is killed with the test, and remembers how it is before it is watched. */
async function run (t, { file, path }) {
  const { pid, url, stderr, stop } = await runServer(file)
  t.teardown(stop)
  const state = () => ({ ports: portsOf(pid).listening, isRunning: isRunning(pid) })
  const before = state()

  async function ensureAsBefore () {
    await waitUntil(() => JSON.stringify(state()) === JSON.stringify(before), LIMIT)
    t.strictSame(state(), before)
  }

  return { pid, url: url + path, stderr, ensureAsBefore }
}

for (const { target, verdicts } of subjects) {
  t.test(`${target.name} is watched under load`, { skip, timeout: 120_000 }, async (t) => {
    const { pid, url, stderr, ensureAsBefore } = await run(t, target)
    const { used, failed } = await underLoad(url, async () => {
      const files = openFilesOf(pid)
      let diagnosis = await watch({ pid })
      if (diagnosis.first.next.startsWith('--collect')) {
        diagnosis = await watch({ pid }, { collect: true }) // as its reader does
      }
      await ensureAsBefore()
      t.ok(await waitUntil(() => openFilesOf(pid) <= files), 'no file more is open')
      return diagnosis
    }, { connections: 50, age: AGE })
    const { first: { verdict, place, strength } } = used
    const isHealthy = verdicts[0].startsWith('healthy')
    const isRight = isHealthy ? /^(healthy|CPU-bound)/.test(verdict) : verdicts.includes(verdict)
    if (isRight) right++
    if (isHealthy && strength >= 1) accused++
    t.comment(`${isRight ? 'right' : 'wrong'}: ${verdict}, ${JSON.stringify(place)}`)
    t.equal(failed, 0, 'no request failed')
    t.notMatch(stderr(), /Error|Warning/)
  })
}

t.test('the verdicts are right, and no healthy server is accused', { skip }, async (t) => {
  t.ok(right >= RIGHT, `${right} of ${subjects.length}`)
  t.equal(accused, 0)
})

t.test('SIGKILL at each step leaves nothing', { skip, timeout: 300_000 }, async (t) => {
  async function killAt (steps) {
    const { pid, url, ensureAsBefore } = await run(t, findTarget('fast'))
    const { failed } = await underLoad(url, async () => {
      for (const step of steps) {
        const args = ['--pid', String(pid), '--watch', '5']
        const { child, outcome } = startScript('scripts/diagnose.js', args)
        await sleep(step)
        child.kill('SIGKILL')
        await outcome
        await sleep(500) // SIGUSR1 may be under way
        await ensureAsBefore()
      }
    }, { overallRate: 100 }) // leaves the commands a core
    t.equal(failed, 0)
    const { first } = await watch({ pid }, { seconds: 1 })
    t.match(first.verdict, /no requests arrived$/, 'it can be watched again')
  }

  await Promise.all(STEPS.map(killAt))
})
