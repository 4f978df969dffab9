'use strict'

const { execFile } = require('node:child_process')
const path = require('node:path')
const { promisify } = require('node:util')
const t = require('tap')
const { problems, run } = require('./checks/soak')
require('../helpers/without-tap-loader')

const SHORT = { stage: 'optimized', requests: 40_000, connections: 20 }

t.test('optimized: no answer is wrong while minutes pass', { timeout: 120_000 }, async (t) => {
  const { answers, wrong, lost, listeners, tags } = await run(SHORT)
  t.strictSame({ wrong, lost, listeners }, { wrong: {}, lost: 0, listeners: { first: null, last: null } })
  const isHalf = answers[304] > SHORT.requests * 0.04 && answers[304] < SHORT.requests * 0.07
  t.ok(isHalf, `every other conditional request holds an old copy: ${JSON.stringify(answers)}`)
  t.equal(answers[200] + answers[304], SHORT.requests)
  t.ok(tags > 1, `${tags} tags`)
})

t.test('fast: its tag is late once the minute has passed, and that is found', { timeout: 120_000 }, async (t) => {
  const { wrong, lost } = await run({ stage: 'fast', requests: 30_000, connections: 20 })
  t.strictSame(Object.keys(wrong), ['a tag with other bytes'])
  t.equal(lost, 0)
})

t.test('an interruption rejects with its reason alone', { timeout: 60_000 }, async (t) => {
  // In a process of its own, which ends once nothing is left that could reject; a late rejection would end it with 1.
  const code = `
    const interrupt = new AbortController()
    const onProgress = (share) => { if (share > 0) interrupt.abort(new Error('interrupted')) }
    require('./checks/soak').run(${JSON.stringify(SHORT)}, { onProgress, signal: interrupt.signal })
      .catch((err) => console.log(err.message))`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['-e', code], { cwd: __dirname })
  t.strictSame({ stdout, stderr }, { stdout: 'interrupted\n', stderr: '' })
})

/** A server that answers as optimized does, except for what `fault` changes. */
function faultyServer (t, fault) {
  const folder = t.testdir({
    'index.js': `
    const begun = Date.now()
    let n = 0
    module.exports = require('node:http').createServer((req, res) => {
      const asked = req.headers['if-none-match']
      const minute = Math.floor((Date.now() - begun) / 60000) // the harness moves the clock
      n++
      const { status = 200, tag = '"a' + minute + '"', ...changed } = (${fault}) || {}
      const { data = 'ab'.repeat(5000), ts = begun + minute * 60000 } = changed
      const { body = JSON.stringify({ data, url: '/seed/v1', ts }) } = changed
      res.writeHead(status, { ETag: tag }).end(status === 304 ? '' : body)
    }).listen(0, '127.0.0.1', function () {
      console.log('faulty listening on http://127.0.0.1:' + this.address().port + '/seed/v1')
    })`
  })
  return { name: 'faulty', file: path.join(folder, 'index.js'), warmup: 0 }
}

const FAULTS = {
  'a tag with other bytes': 'n > 3000 && { tag: \'"same"\' }',
  'a body of other content': "n === 3000 && { data: 'short' }",
  'a body that is no JSON': "n === 3000 && { body: '{' }",
  'a 304 that nobody asked for': '!asked && n > 3000 && { status: 304 }',
  'a 304 for a stale copy': 'asked && n > 3000 && { status: 304 }',
  'a body that is out of date': '{ ts: begun, tag: \'"same"\' }',
  'status 500': 'n === 3000 && { status: 500 }'
}

for (const [what, fault] of Object.entries(FAULTS)) {
  t.test(`it finds ${what}`, { timeout: 60_000 }, async (t) => {
    const { wrong } = await run({ target: faultyServer(t, fault), requests: 20_000, connections: 10 })
    t.strictSame(Object.keys(wrong), [what])
  })
}

const flat = { b: 0, bInterval: [-1, 1] }
const latency = { p99: [], change: 1.3, growth: flat }
const found = { answers: {}, wrong: {}, lost: 0, listeners: { first: null, last: null }, latency }
const good = { ...found, growth: { heap: flat, rss: flat } }

t.test('lost and wrong answers, leaks and a slow-down are problems', async (t) => {
  t.strictSame(problems(good), [])
  const growth = { heap: { b: 100, bInterval: [50, 200] }, rss: { b: 1, bInterval: [0.5, 2] } }
  const slower = { ...latency, change: 1.2, growth: { b: 1, bInterval: [0.1, 1] } }
  const wrong = { 'status 500': 3 }
  t.strictSame(problems({ ...good, lost: 2, wrong, listeners: { first: null, last: 12 }, growth, latency: slower }), [
    '2 requests had no answer', '3 times status 500', 'the listeners of one event went from at most ten to 12',
    'the heap grows by 100 B a request', 'the p99 of the last tenth is 1.2 × that of the second'
  ])
})

t.test('a growth that is inconclusive or unknown is a problem', async (t) => {
  const of = (heap) => problems({ ...good, growth: { heap, rss: flat } })
  for (const [b, low, high] of [[100, -20, 220], [7, 6, 8]]) {
    t.strictSame(of({ b, bInterval: [low, high] }),
      [`inconclusive: the heap grows by ${low} to ${high} bytes a request (95 %): run more requests`])
  }
  t.strictSame(of({ b: NaN, bInterval: [NaN, NaN] }), ['the growth of the heap is unknown: run more requests'])
  t.strictSame(problems({ ...good, latency: { ...latency, change: NaN } }),
    ['the p99 of the second or the last tenth is unknown: run more requests'])
})
