'use strict'

// What the labs conclude: the recorded runs support it, every figure in a claim is checked, and the limits are where
// they should be.

const path = require('node:path')
const t = require('tap')
const { labFigures } = require('../../scripts/lib/experiments/lab-figures')
const { findLab, labNames } = require('../../scripts/lib/experiments/labs')
const { readResult, RECORDED } = require('../../scripts/lib/measure/results')
const MADE_UP = require('../fixtures/lab-conclusions')

for (const name of labNames()) {
  const result = readResult(path.join(RECORDED, `lab-${name}.json`))
  const figures = labFigures(result)
  for (const { claim, holds } of findLab(name).conclusions) {
    const text = claim(figures, result.environment)
    t.test(`${name}: the recorded run supports "${text}"`, async (t) => {
      t.equal(holds(figures, result.environment), true)
      t.notMatch(text, /NaN|undefined|Infinity|no interval/)
    })
  }
}

/** Replaces some figures. */
const replace = (figures, change) => typeof change !== 'object' || Array.isArray(change)
  ? change
  : { ...figures, ...Object.fromEntries(Object.keys(change).map((key) => [key, replace(figures[key], change[key])])) }

/** A result of so many runs with made-up figures. A rate is limited by the generator, as in the labs. */
const resultIn = (figures, runs = 4) => ({
  experiments: Object.entries(figures).map(([name, targets]) => ({
    name,
    figures: [...new Set(Object.values(targets).flatMap(Object.keys))]
      .map((name) => ({ name, ...(name === 'rate' && { limitedBy: 'generatorBound' }) })),
    targets: Object.entries(targets).map(([name, values]) => ({
      name,
      observations: Array.from({ length: runs }, (_, i) => Object.fromEntries(
        Object.entries(values).map(([figure, value]) => [figure, Array.isArray(value) ? value[i] : value])))
    }))
  }))
})

/** The figures of a result, and the names of all that were read. */
function watchFigures (result) {
  const figures = labFigures(result)
  const read = new Set()
  const watched = Object.fromEntries(Object.entries(figures).map(([kind, readFigure]) => [kind, (...args) => {
    const [experiment, ...targets] = args.slice(0, -1)
    for (const target of targets) read.add([experiment, target, args.at(-1)].join(' '))
    return readFigure(...args)
  }]))
  return { read, figures: watched }
}

const MACHINE = { node: 'v26.1.2', cpu: { count: 2 } }

for (const name of labNames()) {
  const { conclusions } = findLab(name)
  t.test(`${name}: each conclusion says its figures, and fails where any of them crosses its limit`, async (t) => {
    t.equal(conclusions.length, MADE_UP[name].length)
    for (const [i, { figures, text, fails, holds = [] }] of MADE_UP[name].entries()) {
      t.equal(conclusions[i].claim(labFigures(resultIn(figures)), MACHINE), text)
      const check = (change) => conclusions[i].holds(labFigures(resultIn(replace(figures, change))), MACHINE)
      for (const change of [{}, ...holds]) t.equal(check(change), true, JSON.stringify(change))
      for (const change of fails) t.equal(check(change), false, JSON.stringify(change))
    }
  })

  t.test(`${name}: every figure in a claim is checked`, async (t) => {
    for (const [i, { figures, text }] of MADE_UP[name].entries()) {
      const [claimed, checked] = ['claim', 'holds'].map((property) => {
        const { read, figures: watched } = watchFigures(resultIn(figures))
        conclusions[i][property](watched, MACHINE)
        return read
      })
      t.strictSame([...claimed].filter((figure) => !checked.has(figure)), [], text)
    }
  })

  t.test(`${name}: what rests on a ratio is not ticked where two runs give no interval`, async (t) => {
    for (const [i, { figures, text }] of MADE_UP[name].entries()) {
      if (!text.includes(' × (')) continue
      const ofTwoRuns = labFigures(resultIn(figures, 2))
      t.equal(conclusions[i].holds(ofTwoRuns, MACHINE), false, text)
      t.equal(conclusions[i].claim(ofTwoRuns, MACHINE).includes('× (no interval)'), true, text)
    }
  })
}

t.test('prof: more threads must help as long as a CPU is free', async (t) => {
  const [{ holds }] = findLab('prof').conclusions.slice(-1)
  const check = (count, ...rates) => holds(labFigures(resultIn({
    threads: Object.fromEntries(['1 thread', '2 threads', '4 threads', '8 threads'].map((name, i) =>
      [name, { rate: rates[i] }]))
  })), { cpu: { count } })
  t.equal(check(4, 100, 200, 241, 280), true)
  t.equal(check(4, 100, 200, 240, 280), false, 'four threads do not help on four CPUs')
  for (const four of [200, 400]) t.equal(check(3, 100, 200, four, four), true, 'four threads on three CPUs may help')
  t.equal(check(3, 100, 200, 240, 289), false, 'eight threads help on three CPUs')
})
