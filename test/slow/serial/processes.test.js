'use strict'

// Processes that are more than one server, or none: a cluster, worker threads, and the workers of a
// queue. Each is found by its verdict and place.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { format, watch } = require('whyslow')
const { ROOT } = require('../../helpers/project')
const { runServer, underLoad } = require('../../helpers/running-server')
require('../../helpers/without-tap-loader')

const FOLDER = path.join(ROOT, 'test/fixtures/jobs')
const AGE = 1000 // ms until a worker has something to do
const JOBS = [
  { kind: 'computes', verdict: 'event loop blocked by computation', place: /resize/ },
  { kind: 'leaks', verdict: 'memory leak', place: /remember/ },
  { kind: 'waits', verdict: 'waiting for dependencies' },
  { kind: 'is healthy', verdict: /^healthy/ }
]

const skip = process.platform !== 'linux' && 'it reads /proc'

t.jobs = JOBS.length // of these, one uses a core

async function run (t, file, ...args) {
  const started = await runServer(path.join(FOLDER, file), { args })
  t.teardown(() => {
    started.child.kill('SIGTERM')
    return started.stop()
  })
  return started
}

for (const { kind, verdict, place } of JOBS) {
  const options = { skip, buffered: true, timeout: 120_000 }
  t.test(`a worker of a queue that ${kind}`, options, async (t) => {
    const { pid } = await run(t, 'worker.js', kind)
    let diagnosis = await watch({ pid })
    if (diagnosis.outcome === 'unknown') {
      diagnosis = await watch({ pid }, { collect: true, seconds: 20 })
    }
    const { first } = diagnosis
    t.match(first.verdict, verdict)
    if (place) t.match(JSON.stringify(first.place), place)
    t.notMatch(format(diagnosis, { title: 'worker' }), /per request|requests? /)
  })
}

t.test('the worker of a cluster that stands out is watched', { skip }, async (t) => {
  const { pid, url } = await run(t, 'cluster.js')
  const load = { age: AGE, overallRate: 200 } // so that the others have a core
  const { used: diagnosis } = await underLoad(url, () => watch({ pid }), load)
  const environ = fs.readFileSync(`/proc/${diagnosis.running.pid}/environ`, 'latin1')
  t.match(environ, /\0IS_SICK=slow\0/)
  t.not(diagnosis.outcome, 'healthy')
  t.match(diagnosis.worker, /^process \d+ is one of 4 workers: a request takes CPU time of /)
  t.match(diagnosis.first.place.file, /cluster.js$/) // V8 may have put compute into its caller
})

t.test('a worker thread that uses CPU time is named', { skip }, async (t) => {
  const { pid } = await run(t, 'threads.js')
  const { outcome, workerThreads } = await watch({ pid }, { seconds: 5 })
  t.not(outcome, 'healthy')
  t.equal(workerThreads[0].script, path.join(FOLDER, 'busy-thread.js'))
  t.ok(workerThreads[0].cores > 0.5)
  t.ok(workerThreads[1].cores < 0.1)
})
