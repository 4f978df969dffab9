'use strict'

// What the harness adds to the card of a diagnosis.

const path = require('node:path')
const t = require('tap')
const { diagnosisText } = require('../../scripts/lib/present/diagnosis')
const { ROOT } = require('../../scripts/lib/system/root')

const LISTENERS = {
  emitter: 'Server',
  event: 'after',
  listeners: 1234,
  location: path.join(ROOT, 'slow/util.js:3')
}
const JUDGED = {
  target: 'shop',
  facts: { answered: 14_900, latency: 27, elu: 0.5 },
  first: { verdict: 'cost grows', figure: '6 ×', next: 'find it' },
  others: [],
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
    statuses: { 201: 14_800, 500: 100 },
    latency: { p50: 27, p99: 80 }
  },
  warnings: ['1 % of the answers were errors']
}

t.test('a started server: its load, with the warnings of it', async (t) => {
  t.intercept(process.stdout, 'columns', { value: undefined }) // no terminal
  t.equal(diagnosisText(LOADED, 'make flame-shop'), `shop: cost grows

loaded      POST /cart?a=b on port 3000: 201 × 14,800, 500 × 100, 1,863 req/s,
            p50 27 ms, p99 80 ms; also listens on 9464, 81: choose with LISTEN
evidence    6 ×
listeners   1,234 of "after" on Server, added at slow/util.js:3
warning     1 % of the answers were errors
next        make flame-shop: find it`)
  const load = { url: 'http://127.0.0.1:3000/' }
  t.match(diagnosisText({ ...LOADED, load, alsoListening: [] }),
    /^loaded {6}GET \/ on port 3000: [^;]+p99 80 ms\nevidence/m)
})

t.test('a running server: what was watched, and what was not', async (t) => {
  t.intercept(process.stdout, 'columns', { value: undefined })
  const running = { script: path.join(ROOT, 'slow/index.js'), node: 'v26.10.0' }
  const watched = { running, took: 10, routes: [], untested: ['LISTENERS=1'], notTested: ['leak'] }
  t.match(diagnosisText({ ...JUDGED, ...watched }, 'make cpuprofile PID=7'), new RegExp(
    '^shop: cost grows\n\nwatched +slow/index.js [^]+\nlisteners +1,234 .* slow/util.js:3\n' +
    'not tested +leak\n +LISTENERS=1\nnext +make cpuprofile PID=7: find it$'))
})
