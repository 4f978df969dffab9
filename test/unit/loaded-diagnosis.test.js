'use strict'

// What a diagnosis asks its server, and what it judges; server, loads and readings are made up.

const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const internals = require('whyslow/internals')

const REQUEST = { path: '/cart', method: 'POST', headers: { 'X-Key': 'secret' } }
const LISTENERS = { emitter: 'Server', event: 'a' }
const SETTINGS = { alone: 4, connections: 50, duration: 9 }

/** Also gives the steps, and the evidence. */
async function diagnose (t, target, { isBlocked, onProgress, judged = {} } = {}) {
  const steps = []
  let evidence
  const { measureDiagnosis } = t.mockRequire('../../scripts/lib/profile/diagnosis', {
    whyslow: {
      judge (observed) {
        evidence = observed
        return { facts: {}, first: { verdict: 'a verdict' }, others: [], ...judged }
      }
    },
    'whyslow/internals': {
      ...internals,
      findCallers: async (inspector) => [inspector],
      async findHolders (inspector, { work }) {
        await work()
        throw Object.assign(new Error('the heap is too large'), { exitCode: 1 })
      }
    },
    'whyslow/attach': {
      async attach (address) {
        steps.push(address)
        return { inspector: 'inspector', end: async () => steps.push('end') }
      }
    },
    '../../scripts/lib/load/answers': {
      ensureUsable: async (name, { url, method }) => steps.push(`${name}: ${method} ${url}`)
    },
    '../../scripts/lib/load/measure': {
      ...require('../../scripts/lib/load/measure'),
      loadInTurns (server, { connections }) {
        let turns = 0
        const measured = () => ({
          requests: { total: turns * 30 },
          errors: 3,
          timeouts: 1,
          statuses: { 200: 20, 399: 5, 400: 4, 503: 1 },
          latency: { p50: 5 },
          took: turns * 2,
          generator: { cpu: 0, elu: turns === 4 ? 0.9 : 0 },
          server: { cpu: 0, elu: 0, excessListeners: [LISTENERS] },
          backgroundCpu: turns === 4 ? 0.5 : null
        })
        async function send (duration) {
          turns++
          steps.push(`${duration} s of ${connections}`)
          if (!isBlocked) return
          await sleep(400)
          throw new Error('blocked after 80 answers')
        }
        return { measured, send }
      }
    },
    '../../scripts/lib/server/server': {
      PROBE_FOLDER: 'preload',
      startServer: async () => ({
        url: 'http://127.0.0.1:1/cart',
        process: { port: 1 },
        others: [{ port: 2 }],
        async ask (question, argument) {
          if (question === 'ports') return []
          steps.push(argument ? [question, argument] : question)
          if (isBlocked && question === 'read') throw new Error('blocked')
          const answers = { read: { unseen: [] }, rest: { bytes: 7 }, stopProfile: argument }
          return { ...answers, inspect: 'the address' }[question]
        },
        stop: async () => steps.push('stop')
      })
    }
  })
  const diagnosis = await measureDiagnosis(target, SETTINGS, { onProgress })
    .catch(({ message }) => message)
  return { diagnosis, evidence, steps }
}

/** The steps of a load in these turns. */
function loadSteps (connections, turns, { profile, isRested } = {}) {
  const steps = ['start', 'rest']
  if (profile) steps.push(['startProfile', profile])
  for (const duration of turns) {
    steps.push(`${duration} s of ${connections}`, 'read')
    if (isRested) steps.push('rest')
  }
  if (profile) steps.push(['stopProfile', profile])
  return steps
}

t.test('three loads and a profile, each with its questions in order', async (t) => {
  const shares = []
  const onProgress = (share) => shares.push(Number(share.toFixed(2)))
  const { diagnosis, evidence, steps } =
    await diagnose(t, { name: 'shop', request: REQUEST }, { onProgress })
  const heap = { heap: 32_768 }
  const cpu = { cpu: 1000 }
  t.strictSame(steps, [
    'shop: POST http://127.0.0.1:1/cart',
    ['observe', internals.observer],
    ...loadSteps(1, [1]),
    ...loadSteps(1, [4]),
    ...loadSteps(50, [2, 2, 2, 3], { profile: heap, isRested: true }),
    ...loadSteps(50, [2], { profile: cpu }),
    ...loadSteps(1, [2]),
    'stop'
  ])
  t.strictSame(shares, [0.06, 0.28, 0.39, 0.5, 0.61, 0.78, 0.89, 1])
  const { target, settings, load, listening, alsoListening, excessListeners, first } = diagnosis
  t.strictSame([target, settings, listening, alsoListening, excessListeners, first],
    ['shop', SETTINGS, { port: 1 }, [{ port: 2 }], [LISTENERS], { verdict: 'a verdict' }])
  const { url, ...sent } = load
  t.strictSame(sent, { ...REQUEST, headers: { 'X-Key': '…' }, duration: 9, connections: 50 })

  const { cold, alone, main, late, profiles, harness } = evidence
  t.strictSame([profiles, harness], [{ ...cpu, ...heap }, 'preload'])
  t.strictSame([cold, alone, main, late].map(({ intervals }) => intervals.length), [1, 1, 4, 1])
  t.strictSame(main.rests, [0, 30, 60, 90, 120].map((requests) => ({ requests, bytes: 7 })))
  const failures = '400 × 4, 503 × 1, time-out × 1, connection error × 2'
  const single = [30, 3, 5, failures, 5, 2000, 1, 1, false, 0]
  const all = [120, 3, 5, failures, 5, 8000, 50, 200, true, 0.5]
  t.strictSame([cold, alone, main].map(({ load }) => Object.values(load)), [single, single, all])
})

t.test('who asks is traced in a process of its own', async (t) => {
  const judged = { others: [{ verdict: 'waiting', shows: 'calls' }] }
  const { evidence, steps } = await diagnose(t, { name: 'shop' }, { judged })
  t.strictSame(evidence.callers, ['inspector'])
  const search = steps.slice(steps.lastIndexOf('2 s of 1'))
  t.strictSame(search.filter((step) => /s of|stop$|address|end/.test(step)),
    ['2 s of 1', 'the address', '1 s of 1', 'end', 'stop', 'stop'])
})

t.test('what holds a leak is looked for in a fresh process, if that can be', async (t) => {
  const facts = { keptPerRequestBytes: 1e4, answered: 900 }
  const judged = { others: [{ verdict: internals.LEAK }], facts }
  const { diagnosis, steps } = await diagnose(t, { name: 'shop' }, { judged })
  const search = steps.slice(steps.lastIndexOf('2 s of 1'))
  t.strictSame(search.filter((step) => /s of|stop$|address|end/.test(step)),
    ['2 s of 1', 'the address', '1 s of 1', '4 s of 10', 'end', 'stop', 'stop'])
  t.match(diagnosis.warnings.at(-1), /^the cause of a fault was not looked for: the heap is too/)
})

t.test('of a blocked server, the load says more than a reading', async (t) => {
  const { diagnosis, steps } = await diagnose(t, { name: 'shop' }, { isBlocked: true })
  t.strictSame([diagnosis, steps.at(-1)], ['blocked after 80 answers', 'stop'])
})
