'use strict'

const { stripVTControlCharacters: plain } = require('node:util')
const t = require('tap')
const { createCounter } = require('../../docs/labs/overload/runs')
const { labMarkdown } = require('../../docs/tools/markdown')
const { describePart, labTable, labText } = require('../../scripts/lib/show/lab-table')

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

t.test('medians with their intervals, and the ratios to the first target', async (t) => {
  const { head, rows } = labTable(partOf({
    a: [1, 2, 3, 4, 5, 6],
    b: [2, 4, 6, 8, 10, 12],
    none: []
  }), {})
  t.strictSame(head, ['', 'CPU time', 'to a', 'Req/Sec'])
  t.strictSame(rows, [
    ['a', '3.5 µs\n1–6', '', '3,500\n1,000–6,000'],
    ['b', '7 µs\n2–12', '2 ×', '7,000\n2,000–12,000'],
    ['none', '–', '–', '–']
  ])
})

t.test('few runs have a range, and no interval of their ratio', async (t) => {
  const { rows } = labTable(partOf({ a: [10, 20], b: [40, 40], zero: [0, 0] }), {})
  t.strictSame(rows.map(([, time, ratio]) => [time, ratio]),
    [['15 µs\n10–20', ''], ['40 µs', '2.83 ×'], ['0 µs', '0 ×']])
})

t.test('a rate that the load generator limited is a lower bound', async (t) => {
  const part = partOf({ a: [1, 2], b: [3, 3] })
  part.targets[0].runs[1].generatorBound = 1
  part.targets[1].runs[0].backgroundCpu = 0.3
  t.equal(labTable(part, {}).rows[0][3], '≥ 1,500')
  t.equal(describePart(part), '2 runs of each: medians with the ranges of the runs. ' +
    'Load: 1 connection for 3 s in each run. ' +
    '≥: the load generator was the bottleneck of a run. Warning: other programs used CPU time ' +
    'in 1 of 4 runs. Close them and measure again.')
})

t.test('a lab on a terminal and on its page', async (t) => {
  const skipped = partOf({}, { name: 'other', title: 'Another', skipped: 'there is no nginx' })
  const result = {
    title: 'A lab',
    startedAt: '2026-01-02T03:04:05.678Z',
    environment: { node: 'v26.1.2', platform: 'linux x64', cpu: { model: 'A CPU', count: 2 } },
    parts: [partOf({ a: [1, 1, 1, 1], b: [2, 2, 2, 2] }, { note: 'A note.' }), skipped]
  }
  const claim = (limits) => ({ claim: 'B needs more', ratio: ['b', 'a', 'cpu'], ...limits })
  const claims = [claim({ above: 1 }), claim({ above: 3 })]
  const lab = { parts: [{ claims }, { claims: [claim({ above: 1 })] }] }
  const text = plain(labText(result, lab))
  t.match(text, /^A lab: Node\.js v26\.1\.2\n\nA part\n┌[^]*│ b +│ +2 µs │ +2 × │ +2,000 │\n/)
  t.match(text, /\n4 runs of each: [^]*\sA\s+note\.\n\nAnother\nSkipped: there is no nginx\n\n/)
  t.equal(text.slice(text.indexOf('What follows')), `
What follows
shown       B needs more: 2 × (2 to 2)
not shown   B needs more: 2 × (2 to 2)
unmeasured  B needs more`.trim())

  const page = labMarkdown(result, lab)
  t.equal(page.claims, '- B needs more: 2 × (2 to 2).')
  t.match(page.part, /^\| {2}\| CPU time \| to a \| Req\/Sec \|\n/)
  t.match(page.part, /\n\n4 runs of each: [^\n]* A note\.\n\nA CPU, 2 cores, [^\n]*\.$/)
  t.match(page.other, /^\n\nSkipped: there is no nginx\n\n/)
})

t.test('many figures have rows of their own, with the ratios to the first target', async (t) => {
  const part = partOf({ 20: [1, 2, 3, 4, 5, 6], 26: [2, 4, 6, 8, 10, 12] })
  part.targets[1].runs[0].generatorBound = 1
  t.strictSame(labTable(part, { figuresInRows: true }), {
    head: ['', '20', '26 to 20'],
    rows: [['CPU time', '3.5 µs', '2 ×'], ['Req/Sec', '3,500', '–']]
  })
})

t.test('overload counts what was accepted, shed and failed', async (t) => {
  const figures = (statuses, failures = 0) => {
    const counter = createCounter()
    for (const [i, status] of statuses.entries()) counter.answered(status, i + 1)
    for (let i = 0; i < failures; i++) counter.failed()
    return counter.figures(2)
  }
  const { p99, ...counts } = figures([200, 200, 503, 200])
  t.strictSame(counts, { accepted: 1.5, shed: 0.5, failed: 25 })
  t.equal(Math.round(p99), 4)
  for (const status of [204, 404, 500, 502]) t.equal(figures([200, status]).failed, 50, status)
  t.equal(figures([200, 502], 2).failed, 75, 'requests without an answer')
  t.strictSame(figures([]), { accepted: 0, p99: null, shed: 0, failed: 100 })
})
