'use strict'

// What a diagnosis asks its server, and what it makes of the answers; server and loads are made up.

const t = require('tap')

const ANSWERS = {
  atRest: { bytes: 7 },
  stopEvidence: { served: 90, answered: 80, sockets: 250 },
  stopHeapProfile: { head: 'the heap' },
  stopProfile: 'the profile'
}
const PROBES = [{ answered: 10, cpuTime: 1 }, null, { answered: 25, cpuTime: 2 }]
const REQUEST = { path: '/cart', method: 'POST', headers: { 'X-Key': 'secret' } }
const SETTINGS = { alone: 4, connections: 50, duration: 9 }

/** The diagnosis of the made-up server: its steps, and what its facts are read from. */
function standIn (t, { total = 30 } = {}) {
  const steps = []
  const read = []
  const module = (name) => `../../scripts/lib/${name}`
  const { measureDiagnosis } = t.mockRequire('../../scripts/lib/diagnosis/collect', {
    [module('measure/answers')]: {
      ensureUsable: async (name, { url, method }) => { steps.push(`${name}: ${method} ${url}`) },
      ensureAnswered: async (name, { connections }, { requests }) => {
        steps.push(`${name}: ${requests.total} answers`)
      }
    },
    [module('measure/measure')]: {
      ...require('../../scripts/lib/measure/measure'),
      loadInTurns (server, { connections }, { check }) {
        let turns = 0
        const measured = () => ({
          requests: { total: turns * total },
          errors: 0,
          server: { excessListeners: ['of the server'] },
          backgroundCpu: null
        })
        return {
          measured,
          async send (duration, onSample) {
            turns++
            steps.push(`${duration} s of ${connections}`)
            for (const probe of PROBES) onSample({ probe })
            await check(measured())
          }
        }
      }
    },
    [module('measure/server')]: {
      startServer: async () => ({
        url: 'http://127.0.0.1:1/cart',
        process: { port: 1 },
        others: [{ port: 2 }],
        async ask (question) {
          steps.push(question)
          return structuredClone(ANSWERS[question])
        },
        async stop () { steps.push('stop') }
      })
    },
    [module('profiling/samples')]: {
      cpuProfileSamples: (profile) => [`samples of ${profile}`],
      heapSamples: (head) => [`samples of ${head}`]
    },
    [module('profiling/frames')]: {
      hottestUserFrame: ([samples], isCounted) => `${isCounted ?? 'frame'} in ${samples}`,
      isInTimer: 'job'
    },
    [module('diagnosis/facts')]: { readFacts: (...args) => read.push(...args) },
    [module('diagnosis/rules')]: { diagnose: () => ({ first: 'the verdict' }) }
  })
  return { measureDiagnosis, steps, read }
}

/** The steps of a load in these turns. */
function loadSteps (connections, ...seconds) {
  const turns = seconds.flatMap((duration, i) =>
    [`${duration} s of ${connections}`, `shop: ${30 * (i + 1)} answers`, 'atRest'])
  return ['atRest', 'startEvidence', ...turns, 'stopEvidence']
}

t.test('two loads and a profile, each with its questions in order', async (t) => {
  const { measureDiagnosis, steps } = standIn(t)
  const shares = []
  const diagnosis = await measureDiagnosis({ name: 'shop', request: REQUEST }, SETTINGS, {
    onProgress: (share) => shares.push(Number(share.toFixed(2)))
  })
  t.strictSame(steps, [
    'shop: POST http://127.0.0.1:1/cart',
    ...loadSteps(1, 1),
    ...loadSteps(1, 4),
    'startHeapProfile',
    ...loadSteps(50, 2, 2, 2, 3),
    'stopHeapProfile',
    'startProfile',
    ...loadSteps(50, 2),
    'stopProfile',
    'stop'
  ])
  t.strictSame(shares, [0.06, 0.31, 0.44, 0.56, 0.69, 0.88, 1])
  const { target, settings, load, listening, alsoListening, ...rest } = diagnosis
  t.strictSame({ target, settings }, { target: 'shop', settings: SETTINGS })
  const { url, ...sent } = load
  t.strictSame(sent, { ...REQUEST, headers: { 'X-Key': '…' }, duration: 9, connections: 50 })
  t.strictSame([listening, alsoListening], [{ port: 1 }, [{ port: 2 }]])
  const { hottestFrame, jobFrame, keptFrame } = rest
  t.strictSame([hottestFrame, jobFrame, keptFrame, rest.excessListeners, rest.first], [
    'frame in samples of the profile',
    'job in samples of the profile',
    'frame in samples of the heap',
    ['of the server'],
    'the verdict'
  ])
})

t.test('a window has its own answers; what the end of a turn cuts off did not fail', async (t) => {
  const { measureDiagnosis, read } = standIn(t)
  await measureDiagnosis({ name: 'shop' }, SETTINGS)
  const [cold, first, second, samples] = read
  const windows = [{ answered: 10, cpuTime: 1 }, { answered: 15, cpuTime: 2 }]
  t.strictSame(cold.windows, windows)
  t.strictSame(second.windows, Array(4).fill(windows).flat())
  t.strictSame(second.atRest.map(({ requests }) => requests), [0, 30, 60, 90, 120])
  t.strictSame(first.evidence, { served: 90, answered: 81, sockets: 249 })
  t.strictSame(second.evidence, { served: 90, answered: 280, sockets: 50 })
  t.strictSame([second.backgroundCpu, samples], [0, ['samples of the profile']])
})

t.test('a turn without answers is not checked for errors', async (t) => {
  const { measureDiagnosis, steps } = standIn(t, { total: 0 })
  await measureDiagnosis({ name: 'shop' }, SETTINGS)
  t.notOk(steps.some((step) => step.endsWith('answers')))
})
