'use strict'

const t = require('tap')
const { experimentWarnings } = require('../../scripts/lib/experiments/lab-warnings')

const CPU = { name: 'cpu', label: 'CPU time', better: 'lower' }
const P99 = { name: 'p99', label: 'p99' }
const RATE = { name: 'rate', label: 'Req/Sec', limitedBy: 'generatorBound' }
const QUIET = [100, 101, 99, 100, 101, 99]

/** The warnings about an experiment with targets whose runs have these figures; a number is a CPU time. */
const warnings = (targets, figures = [CPU]) => experimentWarnings({
  figures,
  targets: Object.entries(targets).map(([name, runs]) =>
    ({ name, observations: runs.map((run) => typeof run === 'number' ? { cpu: run } : run) }))
})

t.test('there are none without a reason', async (t) => {
  t.strictSame(warnings({ a: QUIET, b: QUIET }), [])
  t.strictSame(warnings({ skipped: [] }), [])
})

t.test('other programs used CPU time', async (t) => {
  const run = (backgroundCpu) => ({ cpu: 100, backgroundCpu })
  t.strictSame(warnings({ a: [run(0.2), run(null)], b: [run(0), { cpu: 100 }] }), [])
  t.strictSame(warnings({ a: [run(0.21), run(0)], b: [run(0.3), run(0.1)] }),
    ['other programs used CPU time in 2 of 4 runs. Close them and measure again'])
})

t.test('one bad round of six is an outlier, and so are all rounds that are as far from the median', async (t) => {
  const outlier = (...runs) => warnings({ a: runs })
  const advice = 'Look for what disturbed them, and measure again'
  t.strictSame(outlier(16.9, 17.7, 18.6, 39.9, 17.8, 19),
    [`CPU time of a was far from its median of 18.2 in 1 of 6 runs: 39.9. ${advice}`])
  t.strictSame(outlier(100, 101, 99, 50, 101, 99, 200, 100, 99, 40, 150, 101, 99),
    [`CPU time of a was far from its median of 100 in 4 of 13 runs: 50, 200, 40. ${advice}`])
})

t.test('an outlier is further from the median than eight median deviations, and than 10 %', async (t) => {
  const count = (...runs) => warnings({ a: runs }).length
  t.equal(count(96, 104, 96, 104, 98, 102, 134), 0, 'eight deviations of 4 from 102')
  t.equal(count(96, 104, 96, 104, 100, 100, 132.1), 1)
  t.equal(count(100, 100, 100, 100, 100, 100, 110), 0, '10 %')
  t.equal(count(100, 100, 100, 100, 100, 100, 110.1), 1)
  t.equal(count(100, 100, 100, 100, 200), 0, 'five runs say too little')
})

t.test('what is compared is looked at; the first figure where nothing is', async (t) => {
  const runs = QUIET.map((cpu, i) => ({ cpu, p99: i ? cpu : 300 }))
  t.strictSame(warnings({ a: runs }, [P99, CPU]), [])
  t.equal(warnings({ a: runs }, [P99, { ...CPU, better: undefined }]).length, 1)
  t.equal(warnings({ a: runs }, [{ ...P99, better: 'lower' }, CPU]).length, 1)
})

t.test('of one kind, three warnings are enough', async (t) => {
  const bad = [...QUIET, 200]
  const found = warnings(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, bad])))
  t.strictSame(found.map((text) => text.split(' ').slice(0, 4).join(' ')),
    ['CPU time of a', 'CPU time of b', 'CPU time of c', '2 more figures had'])
  t.equal(found.at(-1), '2 more figures had outliers')
  t.equal(warnings({ a: bad, b: bad, c: bad }).length, 3)
  t.equal(warnings({ a: bad, b: bad, c: bad, d: bad }).at(-1), '1 more figure had outliers')
})

t.test('the load generator was the limit of a rate', async (t) => {
  const run = (generatorBound) => ({ rate: 100, cpu: 100, generatorBound })
  const targets = { a: [run(0), run(0)], b: [run(0), run(1)], c: [run(1), run(1)] }
  t.strictSame(warnings(targets, [CPU, RATE]), [
    'the load generator was the bottleneck of b (in 1 of 2 runs), c (in 2 of 2 runs): Req/Sec could be higher'
  ])
  t.strictSame(warnings(targets), [], 'CPU time has no such limit')
})
