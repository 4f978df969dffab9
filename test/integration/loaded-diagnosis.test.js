'use strict'

// What one load of a diagnosis gives as evidence; the server is this process, its readings are made
// up. diagnosis.test.js has the whole diagnosis.

const os = require('node:os')
const t = require('tap')
const { describeFailures, loadServer, orWarn } = require('../../scripts/lib/profile/diagnosis')
const { listen } = require('../helpers/http-server')
const { standInMachine } = require('../helpers/machine')

const LOAD = { connections: 2, amount: 6, duration: 1 }

/** A server with this handler, what it is asked, and its answers. */
async function standIn (t, handler, answers, sample = async () => ({ cpuTime: 0 })) {
  const { url } = await listen(t, handler)
  const asked = []
  const over = new AbortController()
  return {
    asked,
    over,
    load: { ...LOAD, url },
    server: {
      over: over.signal,
      process: { pid: process.pid },
      sample,
      async ask (question, argument) {
        if (question === 'ports') return []
        asked.push(argument ? [question, argument] : question)
        if (question === 'read' && !answers.read) return { unseen: [] }
        return await answers[question]?.(argument)
      }
    }
  }
}

t.test('a load has its answers, its failures, and what is read meanwhile', async (t) => {
  const statuses = [200, 400, 503, 400]
  const handler = (req, res) => res.writeHead(statuses.shift() ?? 200).end()
  const machine = standInMachine(t) // the clock stands still while a load is sent
  async function sample () {
    machine.now += 1000
    machine.times.user += 250 // on either CPU
    return { cpu: 0, cpuTime: 0, elu: 0 }
  }
  const answers = { rest: () => ({ bytes: 7 }), stopProfile: (profile) => profile }
  const { server, load, asked } = await standIn(t, handler, answers, sample)
  const shares = []
  const { intervals, rests, profiles, load: figures, measured } =
    await loadServer(server, load, [1, 1], {
      profile: { cpu: 1000 },
      isRested: true,
      onTurn: (seconds) => shares.push(seconds)
    })
  t.strictSame(asked.filter((question) => question !== 'read'), [
    'start', 'rest', ['startProfile', { cpu: 1000 }], 'rest', 'rest',
    ['stopProfile', { cpu: 1000 }]
  ])
  t.ok(intervals.length >= 2)
  t.strictSame(rests, [0, 6, 12].map((requests) => ({ requests, bytes: 7 })))
  t.strictSame([profiles, shares], [{ cpu: 1000 }, [1, 1]])
  t.strictSame(figures, {
    answered: 12,
    errors: 0,
    refused: 3,
    failures: '400 × 2, 503 × 1',
    latency: measured.latency.p50,
    took: 0,
    connections: 2,
    connectionsClosed: 4,
    generatorBound: true, // in no time
    backgroundCpu: 0.5
  })
})

t.test('a load takes its time, and others are not seen where CPUs are kept', async (t) => {
  t.intercept(os, 'availableParallelism', { value: () => 0 })
  const { server, load } = await standIn(t, (req, res) => res.end(), {})
  const { load: { took, backgroundCpu }, measured, rests } = await loadServer(server, load, [1])
  t.strictSame([took, backgroundCpu], [measured.took * 1000, 0])
  t.equal(rests.length, 1, 'read before the load only')
})

t.test('failures are counted by their kind; timeouts are told apart', async (t) => {
  const statuses = { 200: 20, 399: 5, 400: 4, 503: 1 }
  t.strictSame(describeFailures({ errors: 3, timeouts: 1, statuses }),
    { refused: 5, failures: '400 × 4, 503 × 1, time-out × 1, connection error × 2' })
  t.strictSame(describeFailures({ errors: 2, timeouts: 2, statuses: {} }).failures, 'time-out × 2')
  t.strictSame(describeFailures({ errors: 0, timeouts: 0, statuses: {} }),
    { refused: 0, failures: 'no answer' })
})

t.test('of a server that is over, the load says more than a reading', async (t) => {
  const { server, load, over } = await standIn(t, () => {}, {
    read () {
      setTimeout(() => over.abort(new Error('blocked after 80 answers')), 200)
      throw new Error('no answer')
    }
  })
  const { message } = await t.rejects(loadServer(server, load, [1]))
  t.equal(message, 'blocked after 80 answers')
})

t.test('a search that fails is a warning, a fault of ours is none', async (t) => {
  const warnings = []
  t.equal(await orWarn(Promise.resolve(7), 'the holder', warnings), 7)
  const large = Object.assign(new Error('the heap is too large'), { exitCode: 1 })
  await orWarn(Promise.reject(large), 'the holder', warnings)
  t.strictSame(warnings, ['the holder was not looked for: the heap is too large'])
  const bug = new TypeError('a bug')
  t.equal(await t.rejects(orWarn(Promise.reject(bug), 'the holder', warnings)), bug)
})
