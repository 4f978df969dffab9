'use strict'

// 5,000 variations of the facts of saved diagnoses: whatever the figures are, the judge does not
// contradict itself. They are those of servers in test/reliability, and of public bug reports.

const t = require('tap')
const { describeMissed, diagnose } = require('../judge/diagnose')
const { FAULTS } = require('../judge/rules')
const { addShares } = require('../judge/shares')
const { readSaved } = require('./saved')

const COUNT = 5000
const SEED = 20260
const FACTORS = [0, 0.3, 0.7, 0.95, 1.05, 1.5, 3, 10]
const RANKS = ['fails', 'soon', 'slows', 'ends', 'wastes']
const VERDICTS = [...new Set(FAULTS.map(({ verdict }) => verdict))]
const SAVED = readSaved().map(({ facts }) => facts)

/** Numbers from 0 to 1, the same for each seed (mulberry32). */
function createRandom (seed) {
  let state = seed
  return () => {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Up to three facts are multiplied, or taken from another diagnosis. */
function vary (random) {
  const pick = (list) => list[Math.floor(random() * list.length)]
  const facts = { ...pick(SAVED) }
  const names = Object.keys(facts).filter((name) => typeof facts[name] === 'number')
  for (let i = 0; i <= random() * 3; i++) {
    const name = pick(names)
    const other = pick(SAVED)[name]
    const isTaken = random() < 0.3 && typeof other === 'number'
    facts[name] = isTaken ? other : facts[name] * pick(FACTORS)
  }
  return addShares(facts)
}

const holds = ({ value, from, below }) => from === undefined ? value < below : value >= from
const namesOf = (findings) => findings.map(({ verdict }) => verdict)
const faultsOf = ({ first, others }) => [first, ...others].filter(({ harm }) => harm)

function rankOf ({ harm: { kind, value } }) {
  return RANKS.indexOf(kind === 'ends' && value < 3600 ? 'soon' : kind)
}

function explainers (verdict) {
  return FAULTS.filter((rule) => rule.verdict === verdict)
    .flatMap(({ explainedBy = [] }) => explainedBy)
}

/** Each returns true if a diagnosis contradicts itself. */
const CONTRADICTIONS = {
  'a fault misses one of its conditions': (diagnosis) =>
    faultsOf(diagnosis).some(({ judgedBy }) => !judgedBy.every(holds)),
  'what is close misses no condition': ({ close }) =>
    close.some(({ judgedBy }) => judgedBy.every(holds)),
  'a figure that is missed looks like its limit': ({ close }) =>
    close.some((finding) => /(?<!nearly) ([\d.,]+( \S+)?) \(a fault (from|below) \1\)/
      .test(describeMissed(finding))),
  'what is ruled out meets all conditions': ({ ruledOut }) =>
    ruledOut.some(({ judgedBy }) => judgedBy.every(holds)),
  'a verdict is in two lists': (diagnosis) => {
    const { close, ruledOut, notTested } = diagnosis
    const all = [...namesOf([...faultsOf(diagnosis), ...close, ...ruledOut]), ...notTested]
    return new Set(all).size < all.length
  },
  'a verdict is in no list, and nothing explains it': (diagnosis) => {
    const { close, ruledOut, notTested } = diagnosis
    const faults = namesOf(faultsOf(diagnosis))
    const all = [...faults, ...namesOf([...close, ...ruledOut]), ...notTested]
    const isExplained = (verdict) => explainers(verdict).some((name) => faults.includes(name))
    return VERDICTS.some((verdict) => !all.includes(verdict) && !isExplained(verdict) &&
      !explainers(verdict).some(isExplained))
  },
  'the outcome is not that of the verdict': ({ outcome, first }) =>
    (outcome === 'fault') !== Boolean(first.harm),
  'healthy, though something is close': ({ outcome, close }) =>
    outcome === 'healthy' && close.length > 0,
  'a lesser harm comes first': (diagnosis) =>
    faultsOf(diagnosis).some((fault, i, all) => i && rankOf(fault) < rankOf(all[i - 1])),
  'a figure has no value': ({ first, others }) =>
    [first, ...others].some(({ figure }) => /NaN|undefined|\{/.test(figure)),
  'noise makes a fault': (diagnosis, facts) => {
    if (!facts.backgroundCores) return false
    const quiet = diagnose({ ...facts, backgroundCores: 0 })
    const known = [...namesOf(faultsOf(quiet)), ...quiet.notTested]
    return faultsOf(diagnosis).some(({ verdict }) =>
      !known.includes(verdict) && !explainers(verdict).some((name) => known.includes(name)))
  }
}

t.test(`${COUNT} variations`, async (t) => {
  const random = createRandom(SEED)
  const found = {}
  for (let i = 0; i < COUNT; i++) {
    const facts = vary(random)
    const diagnosis = diagnose(facts)
    for (const [name, isContradiction] of Object.entries(CONTRADICTIONS)) {
      if (isContradiction(diagnosis, facts)) found[name] ??= { facts, diagnosis }
    }
  }
  t.strictSame(found, {})
})

t.test('what was right stays right', async (t) => {
  for (const { name, facts, verdict } of readSaved()) {
    if (verdict) t.equal(diagnose(addShares(facts)).first.verdict, verdict, name)
  }
})
