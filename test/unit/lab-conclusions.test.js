'use strict'

// What the labs conclude: the recorded runs support it, and every figure in a claim is checked.

const path = require('node:path')
const t = require('tap')
const { findLab, labNames } = require('../../scripts/lib/experiments/labs')
const { readResult, RECORDED } = require('../../scripts/lib/results/store')
const { compareRates } = require('../../docs/labs/rates')

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

/** Whether a conclusion of a lab holds when some figures of its recorded run are replaced. */
function holdsWith (name, index, replaced) {
  const result = readResult(path.join(RECORDED, `lab-${name}.json`))
  const { mean } = meansOf(result)
  const changed = (...names) => replaced[names.join(' ')] ?? mean(...names)
  return findLab(name).conclusions[index].holds(changed, result.environment)
}

t.test('overload: failover must answer nearly all that is offered', async (t) => {
  t.equal(holdsWith('overload', 1, { 'failover failover accepted': 44 }), false, 'no errors, but few answers')
  t.equal(holdsWith('overload', 1, { 'failover failover failed': 2 }), false, 'all answers, but some errors')
  t.equal(holdsWith('overload', 1, { 'failover off failed': 3 }), false, 'hardly any errors without failover')
})

t.test('loggers: each logger in the sentence is checked', async (t) => {
  t.equal(holdsWith('loggers', 0, { 'loggers bunyan rate': 61_000 }), false)
  t.equal(holdsWith('loggers', 0, { 'loggers console rate': 80_000 }), false)
  t.equal(holdsWith('loggers', 2, { 'loggers bunyan lost': 0.5 }), false)
})

t.test('prof: more threads than CPUs do not help', async (t) => {
  t.equal(holdsWith('prof', 0, { 'ab auth-async rate': 60 }), false, 'faster than two CPUs can be')
  t.equal(holdsWith('prof', 2, { 'threads 8 threads rate': 90 }), false)
  t.equal(holdsWith('prof', 2, { 'threads 2 threads rate': 30 }), false)
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
