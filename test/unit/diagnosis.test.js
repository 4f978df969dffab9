'use strict'

// What the harness adds to the card of a diagnosis.

const path = require('node:path')
const t = require('tap')
const { diagnosisText } = require('../../scripts/lib/show/diagnosis')
const { ROOT } = require('../../scripts/lib/cli/project')

const LISTENERS = {
  emitter: 'Server',
  event: 'after',
  listeners: 1234,
  location: path.join(ROOT, 'slow/util.js:3')
}
const JUDGED = {
  target: 'shop',
  facts: { answered: 14_900, latencyMs: 27, elu: 0.5 },
  first: { verdict: 'cost grows', strength: 2, figure: '6 ×', next: 'find it' },
  others: [],
  close: [],
  ruledOut: [],
  notTested: [],
  excessListeners: [LISTENERS]
}
const LOADED = {
  ...JUDGED,
  load: { url: 'http://127.0.0.1:3000/cart?a=b', method: 'POST' },
  listening: { port: 3000 },
  alsoListening: [{ port: 9464 }, { port: 81 }],
  measured: {
    requests: { total: 14_900 },
    took: 8,
    statuses: { 200: 14_700, 201: 100, 500: 100 },
    errors: 7,
    latency: { p50: 27, p99: 80 }
  },
  warnings: ['1 % of the answers were errors']
}

t.test('a started server: its load, with the warnings of it', async (t) => {
  t.intercept(process.stdout, 'columns', { value: undefined }) // no terminal
  t.equal(diagnosisText(LOADED, { command: 'make flame-shop', root: ROOT }), `✗ shop: cost grows
  6 ×

  listeners 1,234 of "after" on Server, added at slow/util.js:3
  do        find it: make flame-shop
  doubt     1 % of the answers were errors
  load      POST /cart?a=b   1,863 req/s   p50 27 ms   p99 80 ms   201 × 100
            500 × 100   7 errors   port 3000, not 9464, 81 (choose with LISTEN)`)
  const load = { url: 'http://127.0.0.1:3000/' }
  const measured = { ...LOADED.measured, statuses: { 200: 14_900 }, errors: 0 }
  t.match(diagnosisText({ ...LOADED, load, measured, alsoListening: [] }),
    /^ {2}load {6}GET \/ {3}1,863 req\/s {3}p50 27 ms {3}p99 80 ms$/m)
})

t.test('a running server: what was watched, and what was not', async (t) => {
  t.intercept(process.stdout, 'columns', { value: undefined })
  const running = { script: path.join(ROOT, 'slow/index.js'), node: 'v26.10.0' }
  const untested = ['--heap shows it']
  const lists = { routes: [], workerThreads: [], untested, notTested: ['leak'] }
  const watched = { running, took: 10, ...lists }
  const facts = { ...JUDGED.facts, threadCores: 0, inProgress: 1 }
  const command = 'make cpuprofile PID=7'
  t.match(diagnosisText({ ...JUDGED, ...watched, facts }, { command, root: ROOT }), new RegExp(
    '^✗ shop: cost grows\n[^]+\n {2}listeners 1,234 .* slow/util.js:3\n' +
    ' {2}do +find it: make cpuprofile PID=7\n {2}untested {2}leak\n +HEAP=1 shows it\n' +
    ' {2}watched {3}slow/index.js '))
})
