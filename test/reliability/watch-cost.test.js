'use strict'

const t = require('tap')
const { problems, rows, run } = require('./checks/watch-cost')

const skip = process.platform !== 'linux' && 'it reads /proc'

t.test('a watch is measured in its two parts', { skip, timeout: 60_000 }, async (t) => {
  const times = await run({ pairs: 1, seconds: 5 })
  for (const [name, [{ rate, cost }]] of Object.entries(times)) {
    t.ok(rate > 100 && rate < 10_000, `${name}: ${rate} req/s`)
    t.ok(cost > 1 && cost < 10_000, `${name}: ${cost} µs per request`)
  }
})

t.test('a loss of throughput that is shown is a problem', async (t) => {
  const times = (factor) => Array.from({ length: 8 }, (_, i) =>
    ({ rate: factor * (3000 + i % 3), cost: 100 / factor }))
  const costs = (factor) => ({ without: times(1), plain: times(0.97), profiled: times(factor) })
  t.strictSame(rows(costs(0.96)).at(-1),
    ['its profiled part: CPU time per request', '4.17 % (95 %: 4.17 % to 4.17 %)'])
  t.strictSame(problems(costs(0.96)), [])
  t.strictSame(problems(costs(0.9)),
    ['its profiled part: throughput: -10 % (95 %: -10 % to -10 %)'])
})
