'use strict'

const t = require('tap')
const { recorded } = require('../../docs/tools/recorded')
const { checkClaims } = require('../../scripts/lib/compare/lab-analysis')
const { findLab, labNames } = require('../../scripts/lib/compare/labs')
const { labTable } = require('../../scripts/lib/show/lab-table')

/** A measured part: each target with the CPU time of its runs. */
const partOf = (targets) => ({
  figures: [{ name: 'cpu', label: 'CPU time', unit: 'µs', compared: true }],
  targets: Object.entries(targets).map(([name, values]) =>
    ({ name, runs: values.map((cpu) => ({ cpu })) }))
})

t.test('a claim is shown if the whole interval is on its side', async (t) => {
  const noisy = [[10, 10, 10], [15, 20, 24]]
  const ratio = 'B is slower: 1.93 × (1.07 to 3.48)'
  const cases = [
    [...noisy, { above: 1.5 }, ratio, 'not shown'],
    [...noisy, { above: 1, below: 3.5 }, ratio, 'shown'],
    [...noisy, { below: 3 }, ratio, 'not shown'],
    [[10, 10], [20, 20], { above: 1 }, 'B is slower: 2 × (no interval)', 'not shown'],
    [[10, 20], [0, 0], { below: 0.2 }, 'B is slower: 0 × in every run', 'shown'],
    [[0, 20], [10, 5], { above: 1 }, 'B is slower', 'unmeasured'],
    [[10], [], { above: 1 }, 'B is slower', 'unmeasured']
  ]
  for (const [a, b, limits, text, verdict] of cases) {
    const claims = [{ claim: 'B is slower', ratio: ['b', 'a', 'cpu'], ...limits }]
    t.strictSame(checkClaims({ parts: [partOf({ a, b })] }, { parts: [{ claims }] }),
      [{ text, verdict }])
  }
})

for (const name of labNames()) {
  const lab = findLab(name)
  const result = recorded(`lab-${name}`)

  t.test(`the lab ${name} has the parts and shows the claims of its recorded run`, async (t) => {
    t.equal(lab.title, result.title)
    t.match(lab.question, /\?$/)
    const shape = ({ parts }) => JSON.parse(JSON.stringify(parts.map(({ name, title, figures }) =>
      ({ name, title, figures }))))
    t.strictSame(shape(result), shape(lab))
    for (const { text, verdict } of checkClaims(result, lab)) t.equal(verdict, 'shown', text)
  })
}

t.test('with figures in rows, a ratio that the load generator limited is not known', async (t) => {
  const targets = ['20', '26'].map((name) => ({ name, runs: [{ rate: 10, isLimited: 1 }] }))
  const figures = [{ name: 'rate', label: 'fast', limitedBy: 'isLimited' }]
  const { rows } = labTable({ figures, targets }, { figuresInRows: true })
  t.strictSame(rows.map((row) => row.at(-1)), ['–'])
})
