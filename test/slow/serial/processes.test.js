'use strict'

// Processes that are more than one server, or none: a cluster, worker threads, and the workers of a
// queue. Each is found by its verdict and place.

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { format, watch } = require('whyslow')
const { attach } = require('whyslow/attach')
const { ROOT } = require('../../helpers/project')
const { runServer, skip, underLoad } = require('../../helpers/running-server')
require('../../helpers/without-tap-loader')

const FOLDER = path.join(ROOT, 'test/fixtures/jobs')
const AGE = 1000 // ms until workers have started
const JOBS = [
  { kind: 'computes', verdict: /^event loop blocked by computation$/, place: /resize/ },
  { kind: 'leaks', verdict: /^memory leak$/, place: /remember/ },
  { kind: 'waits', verdict: /^waiting for dependencies$/ },
  { kind: 'is healthy', verdict: /^healthy/ }
]

t.jobs = 4 // most of the time they wait; the longest is the first

async function run (t, file, ...args) {
  const started = await runServer(path.join(FOLDER, file), { args })
  t.teardown(() => {
    started.child.kill('SIGTERM')
    return started.stop()
  })
  return started
}

function sicknessOf ({ running: { pid } }) {
  const environ = fs.readFileSync(`/proc/${pid}/environ`, 'latin1')
  return environ.match(/\0IS_SICK=(\w*)/)[1]
}

t.test('of a cluster, the worker that stands out is watched', { skip }, async (t) => {
  const { pid, url } = await run(t, 'cluster.js')
  await sleep(AGE)
  const largest = await watch({ pid }, { seconds: 1 }) // none is busy
  t.equal(sicknessOf(largest), 'large')
  t.match(largest.worker, /: it uses memory of \d+ MB, and of the others \d+ MB$/)

  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const { pid: watched, end } = await attach({ pid: Number(children[0]) }) // by another command
  const { worker, workers } = await watch({ pid }, { seconds: 1 })
  await end()
  t.ok(worker.endsWith(`; not looked at: ${watched}`), worker)
  t.equal(workers.length, 3)

  const load = { overallRate: 200 } // so that the others have a core
  const { used: slow } = await underLoad(url, () => watch({ pid }, { seconds: 5 }), load)
  t.equal(sicknessOf(slow), 'slow')
  t.not(slow.outcome, 'healthy')
  t.match(slow.worker, /^process \d+ is one of 4 workers: a request takes CPU time of /)
  t.match(slow.first.place.file, /cluster.js$/) // V8 may have put compute into its caller
})

for (const { kind, verdict, place } of JOBS) {
  const options = { skip, buffered: true, timeout: 120_000 }
  t.test(`a worker of a queue that ${kind}`, options, async (t) => {
    const { pid } = await run(t, 'worker.js', kind)
    let diagnosis = await watch({ pid }, { profile: true }) // its heap gets large
    if (diagnosis.outcome === 'unknown') {
      diagnosis = await watch({ pid }, { collect: true, profile: true, seconds: 20 })
    }
    const { first, holders, untested, warnings } = diagnosis
    t.match(first.verdict, verdict)
    t.strictSame([holders, warnings], [undefined, []], 'nobody has asked for a snapshot')
    if (kind === 'leaks') t.equal(untested[0].option, 'heap')
    if (place) t.match(JSON.stringify(first.place), place)
    t.notMatch(format(diagnosis, { title: 'worker' }), /per request|requests? /)
  })
}

t.test('a worker thread that uses CPU time is named', { skip }, async (t) => {
  const { pid } = await run(t, 'threads.js')
  let diagnosis
  for (let i = 0; i < 3 && !diagnosis?.workerThreads.length; i++) { // on a busy machine
    diagnosis = await watch({ pid }, { seconds: 5 })
  }
  const { outcome, workerThreads } = diagnosis
  t.not(outcome, 'healthy')
  t.equal(workerThreads[0].script, path.join(FOLDER, 'busy-thread.js'))
  t.ok(workerThreads[0].cores > 0.5)
  t.ok(workerThreads[1].cores < 0.1)
})
