'use strict'

const path = require('node:path')
const t = require('tap')
const { problems, rows, run } = require('./checks/probe-cost')

const linux = process.platform !== 'linux' && 'it reads /proc'

t.test('a preload that works on every request is found', { skip: linux, timeout: 240_000 }, async (t) => {
  const folder = t.testdir({
    'busy.js': `require('node:diagnostics_channel').subscribe('http.server.request.start', () => {
      for (let i = 0; i < 1e5; i++);
    })`
  })
  const busy = await run({ pairs: 6, slices: 2, flags: ['--require', path.join(folder, 'busy.js')] })
  t.strictSame([busy.with.length, busy.without.length], [6, 6])
  t.strictSame(problems(busy), ['the probe costs more than 3 %'])
})

t.test('the probe itself is measured', { skip: linux, timeout: 240_000 }, async (t) => {
  const costs = await run({ pairs: 4, slices: 2 })
  t.ok([...costs.with, ...costs.without].every((cost) => cost > 1 && cost < 10_000), 'µs per request')
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
  t.strictSame(problems(times(1.05)), ['the probe costs more than 3 %'])
  const unsure = { without, with: without.map((cost, i) => cost * (i % 4 < 2 ? 0.9 : 1.15)) }
  t.strictSame(problems(unsure), ['the probe may cost more than 3 %: take more PAIRS'])
})
