'use strict'

// What the labs conclude: the recorded runs support it, every figure in a claim is checked, and the limits are where
// they should be.

const path = require('node:path')
const t = require('tap')
const { findLab, labNames } = require('../../scripts/lib/experiments/labs')
const { readResult, RECORDED } = require('../../scripts/lib/results/store')
const { compareRates } = require('../../docs/labs/rates')
const MADE_UP = require('../fixtures/lab-conclusions')

/** The mean of a figure in a recorded run, and the names of all figures that were read. */
function meansOf (result) {
  const figuresRead = new Set()
  return {
    figuresRead,
    mean (experiment, target, figure) {
      figuresRead.add([experiment, target, figure].join(' '))
      const { observations } = result.experiments.find(({ name }) => name === experiment).targets
        .find(({ name }) => name === target)
      return observations.reduce((sum, observation) => sum + observation[figure], 0) / observations.length
    }
  }
}

for (const name of labNames()) {
  const result = readResult(path.join(RECORDED, `lab-${name}.json`))
  for (const { claim, holds } of findLab(name).conclusions) {
    const { figuresRead: claimed, mean } = meansOf(result)
    const text = claim(mean, result.environment)

    t.test(`${name}: the recorded run supports "${text}"`, async (t) => {
      t.equal(holds(mean, result.environment), true)
      t.notMatch(text, /NaN|undefined|Infinity/)
    })

    t.test(`${name}: "${text}" is checked figure by figure`, async (t) => {
      const { figuresRead: checked, mean } = meansOf(result)
      holds(mean, result.environment)
      t.strictSame([...claimed].filter((figure) => !checked.has(figure)), [])
    })
  }
}

/** Replaces some figures. */
const replace = (figures, change) => typeof change !== 'object'
  ? change
  : { ...figures, ...Object.fromEntries(Object.keys(change).map((key) => [key, replace(figures[key], change[key])])) }

/** A mean of made-up figures. Only the generator's part may be left out. */
const meanIn = (figures) => (experiment, target, figure) => {
  const value = figures[experiment]?.[target]?.[figure] ?? (figure === 'generatorBound' ? 0 : undefined)
  if (value === undefined) throw new Error(`not made up: ${experiment} ${target} ${figure}`)
  return value
}

const MACHINE = { node: 'v26.1.2', cpu: { count: 2 } }

for (const name of labNames()) {
  const { conclusions } = findLab(name)
  t.test(`${name}: each conclusion says its figures, and fails where any of them crosses its limit`, async (t) => {
    t.equal(conclusions.length, MADE_UP[name].length)
    for (const [i, { figures, text, fails, holds = [] }] of MADE_UP[name].entries()) {
      t.equal(conclusions[i].claim(meanIn(figures), MACHINE), text)
      const check = (change) => conclusions[i].holds(meanIn(replace(figures, change)), MACHINE)
      for (const change of [{}, ...holds]) t.equal(check(change), true, JSON.stringify(change))
      for (const change of fails) t.equal(check(change), false, JSON.stringify(change))
    }
  })
}

t.test('prof: more threads must help as long as a CPU is free', async (t) => {
  const [{ holds }] = findLab('prof').conclusions.slice(-1)
  const check = (count, ...rates) => holds((experiment, target) =>
    rates[['1 thread', '2 threads', '4 threads', '8 threads'].indexOf(target)], { cpu: { count } })
  t.equal(check(4, 100, 200, 241, 280), true)
  t.equal(check(4, 100, 200, 240, 280), false, 'four threads do not help on four CPUs')
  for (const four of [200, 400]) t.equal(check(3, 100, 200, four, four), true, 'four threads on three CPUs may help')
  t.equal(check(3, 100, 200, 240, 289), false, 'eight threads help on three CPUs')
})

t.test('a rate is a bound if the load generator was the bottleneck', async (t) => {
  const compare = (targetBound, baselineBound) => compareRates((experiment, target, figure) =>
    ({ rate: { a: 20, b: 10 }, generatorBound: { a: targetBound, b: baselineBound } })[figure][target], 'x', 'a', 'b')
  t.strictSame(compare(0, 0), { ratio: 2, low: 2, high: 2, prefix: '' })
  t.strictSame(compare(0.5, 0), { ratio: 2, low: 2, high: Infinity, prefix: 'at least ' })
  t.strictSame(compare(0, 0.5), { ratio: 2, low: 0, high: 2, prefix: 'at most ' })
  t.strictSame(compare(0.5, 0.5), { ratio: 2, low: 0, high: Infinity, prefix: 'perhaps ' })
  t.ok(Number.isNaN(compareRates(() => NaN, 'x', 'a', 'b').ratio), 'not measured')
})
