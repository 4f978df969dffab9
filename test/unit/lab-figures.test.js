'use strict'

const t = require('tap')
const { evaluateConclusions, labFigures } = require('../../scripts/lib/experiments/lab-figures')

/** A result with two targets, each with these figures in its runs. */
const resultOf = (a, b, figure = {}) => ({
  environment: { cpu: { count: 2 } },
  experiments: [{
    name: 'load',
    figures: [{ name: 'rate', ...figure }],
    targets: [['a', a], ['b', b]].map(([name, rates]) => ({
      name,
      observations: rates.map((rate) => typeof rate === 'number' ? { rate } : { ...rate })
    }))
  }]
})
const ratioOf = (...args) => labFigures(resultOf(...args)).ratio('load', 'b', 'a', 'rate')
const round = (value) => Number(value.toPrecision(3))

t.test('the median and the range of a figure: runs that do not have it are left out', async (t) => {
  const { median, range } = labFigures(resultOf([9, 1, null, 4], [{ rate: null }]))
  t.equal(median('load', 'a', 'rate'), 4)
  t.strictSame(range('load', 'a', 'rate'), [1, 9])
  for (const args of [['load', 'b', 'rate'], ['load', 'a', 'p99'], ['load', 'c', 'rate'], ['none', 'a', 'rate']]) {
    t.strictSame([median(...args), ...range(...args)], [NaN, NaN, NaN], args.join(' '))
  }
})

t.test('the ratio of two targets is judged by blocks of A B B A, not by means', async (t) => {
  // The runs of a block drift together: 1.5 × and 1.44 ×, whatever the level.
  const { ratio, low, high, text } = ratioOf([100, 100, 10, 10], [160, 140, 14.4, 14.4])
  t.strictSame([ratio, low, high].map(round), [1.47, 1.13, 1.9])
  t.equal(text, '1.47 × (1.13 to 1.9)')
})

t.test('with fewer than two blocks a ratio supports nothing that needs an interval', async (t) => {
  for (const runs of [1, 2, 3]) {
    t.strictSame(ratioOf(Array(runs).fill(10), Array(runs).fill(20)),
      { ratio: 2, low: 0, high: Infinity, text: '2 × (no interval)' })
  }
})

t.test('there is no ratio unless each run has a positive figure', async (t) => {
  const none = { ratio: NaN, low: NaN, high: NaN, text: 'NaN' }
  const pairs = [[[1, 1, 1, 1], [1, 0, 1, 1]], [[1, null, 1, 1], [1, 1, 1, 1]], [[1, 1], [1, 1, 1, 1]], [[], []]]
  for (const [a, b] of pairs) t.strictSame(ratioOf(a, b), none)
  const { ratio } = labFigures(resultOf([1, 1], [2, 2]))
  for (const args of [['none', 'b', 'a', 'rate'], ['load', 'b', 'c', 'rate'], ['load', 'b', 'a', 'p99']]) {
    t.strictSame(ratio(...args), none, args.join(' '))
  }
})

t.test('a rate is a bound if the load generator was the bottleneck in at least one run', async (t) => {
  const runs = (rate, limited) => [0, 1, 2, 3].map((i) => ({ rate, limited: Number(i < limited) }))
  const bound = (a, b, figure = { limitedBy: 'limited' }) => ratioOf(runs(10, a), runs(20, b), figure)
  t.strictSame(bound(0, 0), { ratio: 2, low: 2, high: 2, text: '2 × (2 to 2)' })
  t.strictSame(bound(0, 1), { ratio: 2, low: 2, high: Infinity, text: '≥ 2 × (2 to 2)' })
  t.strictSame(bound(1, 0), { ratio: 2, low: 0, high: 2, text: '≤ 2 × (2 to 2)' })
  t.strictSame(bound(1, 4), { ratio: 2, low: 0, high: Infinity, text: '–' })
  t.strictSame(bound(1, 4, {}), { ratio: 2, low: 2, high: 2, text: '2 × (2 to 2)' }, 'CPU time has no such limit')
})

t.test('a conclusion gets the figures and the machine, and is open where one of its figures is missing', async (t) => {
  const conclusion = (target) => ({
    claim: ({ median }, { cpu }) => `${target} has ${median('load', target, 'rate')} on ${cpu.count} CPUs`,
    holds: ({ median }, { cpu }) => median('load', target, 'rate') > cpu.count
  })
  t.strictSame(evaluateConclusions(resultOf([1, 1], [3, 3]), ['a', 'b', 'c'].map(conclusion)), [
    { text: 'a has 1 on 2 CPUs', holds: false },
    { text: 'b has 3 on 2 CPUs', holds: true },
    { text: 'c has NaN on 2 CPUs', holds: null }
  ])
})
