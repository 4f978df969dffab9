'use strict'

// What the harness adds to the card of a diagnosis.

const t = require('tap')
const { diagnosisText } = require('../../scripts/lib/show/diagnosis')

const DIAGNOSIS = {
  target: 'shop',
  facts: { answered: 14_900, elu: 0.5, longestPauseMs: 48, earlyBytes: 31e6, lateBytes: 33e6 },
  outcome: 'fault',
  first: { verdict: 'cost grows', figure: '6 ×', next: 'find it' },
  others: [],
  close: [],
  ruledOut: [],
  notTested: [],
  excessListeners: [],
  warnings: []
}
t.test('a started server: its load', async (t) => {
  t.intercept(process.stdout, 'columns', { value: undefined }) // no terminal
  const text = diagnosisText({
    ...DIAGNOSIS,
    load: { url: 'http://127.0.0.1:3000/cart?a=b', method: 'POST' },
    listening: { port: 3000 },
    alsoListening: [{ port: 9464 }, { port: 81 }],
    measured: {
      requests: { total: 14_900 },
      took: 8,
      statuses: { 200: 14_700, 201: 100, 500: 100 },
      errors: 7,
      latency: { p50: 27, p99: 80 }
    }
  })
  t.equal(text.slice(text.indexOf('  load ')),
    `  load      POST /cart?a=b   1,863 req/s   p50 27 ms   p99 80 ms   201 × 100
            500 × 100   7 errors   port 3000, not 9464, 81 (choose with LISTEN)`)
})

t.test('a running server: what was watched, and the settings of make', async (t) => {
  const running = { script: '/app/slow/index.js', node: 'v26.10.0' }
  const untested = [{ option: 'heap', value: true, text: 'shows it' }]
  const watched = { running, took: 10, routes: [], workerThreads: [], untested }
  const facts = { ...DIAGNOSIS.facts, threadCores: 0, latencyMs: 27, inProgress: 1 }
  const first = { ...DIAGNOSIS.first, options: [{ option: 'seconds', value: 60 }] }
  const text = diagnosisText({ ...DIAGNOSIS, ...watched, facts, first }, { root: '/app' })
  t.match(text, /^ {2}do {8}find it: WATCH=60$/m)
  t.match(text, /^ {12}HEAP=1 shows it\n {2}process .*\n {2}watched {3}slow\/index\.js /m)
})
