'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { createCounter } = require('../../docs/labs/overload/runs')
const { waterfall } = require('../../docs/labs/prices/waterfall')
const { recorded } = require('../../docs/tools/recorded')
const { checkClaims } = require('../../scripts/lib/compare/lab-analysis')
const { findLab, labNames, readFigures, runLab } = require('../../scripts/lib/compare/labs')
const { describePart, labTable } = require('../../scripts/lib/show/lab-table')
const { LABS } = require('../../scripts/lib/server/targets')
const { resultOf } = require('../helpers/made-up')

t.test('a run of a lab has its figures, and what limited or disturbed it', async (t) => {
  const figures = [{ name: 'total', read: ({ requests }) => requests.total }, { name: 'lost' }]
  const read = (fields) => readFigures(resultOf('a', 10, fields), figures)
  t.strictSame(read({ bottleneck: 'generator', backgroundCpu: 0.1 }),
    { generatorBound: 1, backgroundCpu: 0.1, total: 15, lost: undefined })
  t.strictSame(read({ bottleneck: 'server', backgroundCpu: null }),
    { generatorBound: 0, backgroundCpu: null, total: 15, lost: undefined })
})

t.test('a part that cannot be prepared ends the lab before one is measured', async (t) => {
  const measured = { targets: [{ name: 'a' }], measure: () => t.fail('is measured') }
  const prepare = async () => { throw new Error('nothing to compare') }
  const { message } = await t.rejects(runLab({ runs: 1, parts: [measured, { prepare }] }, {}))
  t.equal(message, 'nothing to compare')
})

const rate = { name: 'rate', label: 'Req/Sec', limitedBy: 'generatorBound' }
const cpu = { name: 'cpu', label: 'CPU time', unit: 'µs', compared: true }

/** A measured part: each target with the CPU time of its runs. */
const partOf = (targets, rest) => ({
  name: 'part',
  title: 'A part',
  load: { connections: 1, duration: 3 },
  figures: [cpu, rate],
  targets: Object.entries(targets).map(([name, values]) =>
    ({ name, runs: values.map((cpu) => ({ cpu, rate: 1000 * cpu, backgroundCpu: null })) })),
  ...rest
})

t.test('a claim is shown if the whole interval is on its side', async (t) => {
  const noisy = [[10, 10, 10], [15, 20, 24]]
  const ratio = 'B is slower: 1.93 × (1.07 to 3.48)'
  const cases = [
    [...noisy, { above: 1.5 }, ratio, 'not shown'],
    [...noisy, { above: 1, below: 3.5 }, ratio, 'shown'],
    [...noisy, { below: 3 }, ratio, 'not shown'],
    [[10, 10], [20, 20], { above: 1 }, 'B is slower: 2 × (no interval)', 'not shown'],
    [[10, 20], [0, 1], { below: 0.2 }, 'B is slower: 0 × (0 to 0.1)', 'shown'],
    [[10, 20], [0, 0], { below: 0.2 }, 'B is slower: 0 × in every run', 'shown'],
    [[0, 20], [10, 5], { above: 1 }, 'B is slower', 'unmeasured'],
    [[10, 10], [20, null], { above: 1 }, 'B is slower', 'unmeasured'],
    [[10], [], { above: 1 }, 'B is slower', 'unmeasured']
  ]
  for (const [a, b, limits, text, verdict] of cases) {
    const claims = [{ claim: 'B is slower', ratio: ['b', 'a', 'cpu'], ...limits }]
    t.strictSame(checkClaims({ parts: [partOf({ a, b })] }, { parts: [{ claims }] }),
      [{ text, verdict }])
  }
})

t.test('few runs have a range; what limited and disturbed them is told', async (t) => {
  const part = partOf({ a: [10, 20], b: [40, 40], zero: [0, 0] })
  part.targets[0].runs[1].generatorBound = 1
  part.targets[1].runs[0].backgroundCpu = 0.3
  t.strictSame(labTable(part).rows, [
    ['a', '15 µs\n10–20', '', '≥ 15,000'],
    ['b', '40 µs', '2.83 ×', '40,000'],
    ['zero', '0 µs', '0 ×', '0']
  ])
  t.equal(describePart(part), '2 runs of each: medians with the ranges of the runs, ' +
    'ratios with 95 % intervals. ' +
    'Load: 1 connection for 3 s in each run. ' +
    '≥: the load generator was the bottleneck of a run. Warning: other programs used CPU time ' +
    'in 1 of 6 runs. Close them and measure again.')
})

t.test('a step has its gain over the one before, and no figure if none is shown', async (t) => {
  const targets = { fast: [20, 40, 30], key: [10, 20, 15], same: [9, 20, 17] }
  t.strictSame(labTable(partOf(targets, { stepwise: true, figures: [cpu] })), {
    head: ['', 'CPU time', 'speed-up'],
    rows: [
      ['fast', '30 µs\n20–40', ''],
      ['key', '15 µs\n10–20', '2 ×'],
      ['same', '17 µs\n9–20', 'no difference\nshown']
    ]
  })
})

t.test('the waterfall goes from fast by the gains of the steps to the baseline', async (t) => {
  const targets = { fast: [20, 40, 30], key: [10, 20, 15], baseline: [9, 20, 17] }
  const [fast, key, baselineStep, baseline] = waterfall(partOf(targets))
  t.strictSame(fast, { name: 'fast', from: 0, to: 30, text: '30 µs', color: 'fast' })
  t.strictSame(key, {
    name: 'The URL as the key',
    from: 30,
    to: 15,
    low: 15,
    high: 15,
    text: '2 ×',
    color: 'faint'
  })
  t.equal(baselineStep.text, 'none shown')
  t.equal(baselineStep.from, 15)
  t.equal(baselineStep.to.toFixed(1), '15.1', 'by hand: 15 µs × ∛(9/10 × 20/20 × 17/15)')
  t.ok(baselineStep.low < 15 && baselineStep.high > 15, 'its interval contains no difference')
  t.strictSame([baseline.from, baseline.to, baseline.text], [0, baselineStep.to, '15 µs'])
})

t.test('overload counts what was accepted, shed and failed', async (t) => {
  function figures (statuses, failures) {
    const counter = createCounter()
    for (const [i, status] of statuses.entries()) counter.answered(status, i + 1)
    for (let i = 0; i < failures; i++) counter.failed()
    const { p99, ...counts } = counter.figures(2)
    return { ...counts, p99: p99 && Math.round(p99) }
  }
  t.strictSame(figures([200, 200, 503, 200], 0), { accepted: 1.5, shed: 0.5, failed: 25, p99: 4 })
  t.strictSame(figures([200, 502], 2), { accepted: 0.5, shed: 0, failed: 75, p99: 1 })
  t.strictSame(figures([], 0), { accepted: 0, shed: 0, failed: 100, p99: null })
})

for (const name of labNames()) {
  const lab = findLab(name)
  const result = recorded(`lab-${name}`)

  t.test(`the lab ${name} is well-formed, and its recorded run shows its claims`, async (t) => {
    t.equal(lab.title, result.title)
    t.match(lab.question, /\?$/)
    const shape = ({ parts }) => JSON.parse(JSON.stringify(parts.map(({ name, title, figures }) =>
      ({ name, title, figures }))))
    t.strictSame(shape(result), shape(lab))
    for (const { text, verdict } of checkClaims(result, lab)) t.equal(verdict, 'shown', text)
    const page = fs.readFileSync(path.join(LABS, name, 'README.md'), 'utf8')
    for (const part of lab.parts) {
      t.ok(page.includes(`<!-- ${part.name} -->`), part.name)
      for (const { file } of part.targets ?? []) t.ok(fs.existsSync(file), file)
      if (!part.measure) t.ok(part.figures.every(({ read }) => read), 'a series is read')
    }
  })
}
