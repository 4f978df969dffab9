'use strict'

// What a diagnosis asks its server, and what it judges; server, loads and readings are made up.

const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const whyslow = require('whyslow')

const REQUEST = { path: '/cart', method: 'POST', headers: { 'X-Key': 'secret' } }
const SETTINGS = { alone: 4, connections: 50, duration: 9 }

/** Also gives the steps, and the evidence. */
async function diagnose (t, target, { total = 30, isBlocked, onProgress } = {}) {
  const steps = []
  let evidence
  const module = (name) => `../../scripts/lib/measure/${name}`
  const { measureDiagnosis } = t.mockRequire('../../scripts/lib/profiling/diagnosis', {
    whyslow: {
      ...whyslow,
      judge (observed) {
        evidence = observed
        return { first: 'the verdict' }
      }
    },
    [module('answers')]: {
      ensureUsable: async (name, { url, method }) => steps.push(`${name}: ${method} ${url}`),
      ensureAnswered: async (name, load, { requests }) =>
        steps.push(`${name}: ${requests.total} answers`)
    },
    [module('measure')]: {
      ...require('../../scripts/lib/measure/measure'),
      loadInTurns (server, { connections }, { check }) {
        let turns = 0
        const measured = () => ({
          requests: { total: turns * total },
          errors: 3,
          statuses: { 200: 20, 399: 5, 400: 4, 503: 1 },
          latency: { p50: 5 },
          took: turns * 2,
          generator: { cpu: 0, elu: turns === 4 ? 0.9 : 0 },
          server: { cpu: 0, elu: 0, excessListeners: ['of the server'] },
          backgroundCpu: turns === 4 ? 0.5 : null
        })
        async function send (duration) {
          turns++
          steps.push(`${duration} s of ${connections}`)
          await check(measured())
          if (!isBlocked) return
          await sleep(400)
          throw new Error('blocked after 80 answers')
        }
        return { measured, send }
      }
    },
    [module('server')]: {
      PRELOAD: 'preload',
      startServer: async () => ({
        url: 'http://127.0.0.1:1/cart',
        process: { port: 1 },
        others: [{ port: 2 }],
        async ask (question, argument) {
          steps.push(argument ? [question, argument] : question)
          if (isBlocked && question === 'read') throw new Error('blocked')
          return { read: steps.length, rest: { bytes: 7 }, stopProfile: argument }[question]
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
function loadSteps (connections, ...seconds) {
  const turns = seconds.flatMap((duration, i) =>
    [`${duration} s of ${connections}`, `shop: ${30 * (i + 1)} answers`, 'read', 'rest'])
  return ['start', 'rest', ...turns]
}

t.test('two loads and a profile, each with its questions in order', async (t) => {
  const shares = []
  const onProgress = (share) => shares.push(Number(share.toFixed(2)))
  const { diagnosis, evidence, steps } =
    await diagnose(t, { name: 'shop', request: REQUEST }, { onProgress })
  const heap = { heap: 32_768 }
  const cpu = { cpu: 1000 }
  t.strictSame(steps, [
    'shop: POST http://127.0.0.1:1/cart',
    ['observe', whyslow.observer],
    ...loadSteps(1, 1),
    ...loadSteps(1, 4),
    ['startProfile', heap],
    ...loadSteps(50, 2, 2, 2, 3),
    ['stopProfile', heap],
    ['startProfile', cpu],
    ...loadSteps(50, 2),
    ['stopProfile', cpu],
    'stop'
  ])
  t.strictSame(shares, [0.06, 0.31, 0.44, 0.56, 0.69, 0.88, 1])
  const { target, settings, load, listening, alsoListening, excessListeners, first } = diagnosis
  t.strictSame([target, settings, listening, alsoListening, excessListeners, first],
    ['shop', SETTINGS, { port: 1 }, [{ port: 2 }], ['of the server'], 'the verdict'])
  const { url, ...sent } = load
  t.strictSame(sent, { ...REQUEST, headers: { 'X-Key': '…' }, duration: 9, connections: 50 })

  const { cold, alone, main, profiles, harness } = evidence
  t.strictSame([profiles, harness], [{ ...cpu, ...heap }, 'preload'])
  t.strictSame([cold, alone, main].map(({ intervals }) => intervals.length), [1, 1, 4])
  t.strictSame(main.rests, [0, 30, 60, 90, 120].map((requests) => ({ requests, bytes: 7 })))
  const single = [30, 3, 5, 5, 2000, 1, false, 0]
  const all = [120, 3, 5, 5, 8000, 200, true, 0.5]
  t.strictSame([cold, alone, main].map(({ load }) => Object.values(load)), [single, single, all])
})

t.test('a turn without answers is not checked for errors', async (t) => {
  const { steps } = await diagnose(t, { name: 'shop' }, { total: 0 })
  t.notOk(steps.some((step) => step.endsWith?.('answers')))
})

t.test('of a blocked server, the load says more than a reading', async (t) => {
  const { diagnosis, steps } = await diagnose(t, { name: 'shop' }, { isBlocked: true })
  t.strictSame([diagnosis, steps.at(-1)], ['blocked after 80 answers', 'stop'])
})
