'use strict'

const path = require('node:path')
const t = require('tap')
const { problems, rows, run } = require('./checks/probe-cost')

const skip = process.platform !== 'linux' && 'it reads /proc'

t.test('a preload that works on every request is found', { skip }, async (t) => {
  const folder = t.testdir({
    'busy.js': `const { subscribe } = require('node:diagnostics_channel')
      subscribe('http.server.request.start', () => { for (let i = 0; i < 1e5; i++); })`
  })
  const flags = ['--require', path.join(folder, 'busy.js')]
  const costs = await run({ pairs: 2, flags, turns: 1, amount: 10_000 })
  for (const [i, cost] of costs.with.entries()) {
    t.ok(cost > 1.2 * costs.without[i], `${cost} µs instead of ${costs.without[i]} µs`)
  }
})

t.test('the probe itself is measured', { skip }, async (t) => {
  const costs = await run({ pairs: 1, turns: 1, amount: 10_000 })
  const [cost] = costs.with
  t.ok(cost > 1 && cost < 10_000, `${cost} µs per request`)
})

t.test('the rows and problems of made-up costs', async (t) => {
  const without = Array.from({ length: 8 }, (_, i) => 100 + i % 3)
  const times = (factor) => ({ without, with: without.map((cost) => cost * factor) })
  t.strictSame(rows(times(1.02)), [
    ['pairs of processes', '8'],
    ['a request without the probe, with it', '101 µs, 103 µs of CPU time (medians)'],
    ['the probe costs', '2 % (95 %: 2 % to 2 %)']
  ])
  t.strictSame(problems(times(1.02)), [])
  t.strictSame(problems(times(1.05)), ['the probe costs: 5 % (95 %: 5 % to 5 %)'])
  const unsure = { without, with: without.map((cost, i) => cost * (i % 4 < 2 ? 0.9 : 1.15)) }
  t.equal(problems(unsure).length, 1, 'the interval has to end below 3 %')
})
