'use strict'

// From facts to findings. The strongest fault is the verdict.

const { factText } = require('../util/numbers')
const { CONCLUSIONS, TOO_FEW } = require('./conclusions')
const {
  CONCURRENCY, FAILING, FAILING_TOGETHER, FAULTS, NO_FILES
} = require('./faults')

/** @import { Conclusion, Facts, Finding, Findings, KnownFacts, Rule } from '../types' */

const MOST = 0.5 // of the requests fail: the others say nothing of the server
// Under many connections; the first that is found.
const LEAVE_NO_ANSWER = [NO_FILES, CONCURRENCY, FAILING_TOGETHER]
const CLOSE = 0.65 // of its limit: healthy servers show less
const VERDICTS = Array.from(new Set(FAULTS.map(({ verdict }) => verdict)))

/**
 * Judges facts by all rules.
 * @param {Facts} given
 * @returns {Findings}
 */
function diagnose (given) {
  const facts = /** @type {KnownFacts} */ (given) // a rule reads only those that it needs
  const tested = FAULTS.filter(({ needs }) => needs.every((name) => facts[name] !== undefined))
  /** @param {Rule} rule */
  const isFound = (rule) => rule.strength(facts, rule.limits) >= 1
  const faults = tested.filter(isFound)
  const names = faults.map(({ verdict }) => verdict)
  const conclusion = /** @type {Conclusion} */ (CONCLUSIONS.find(({ applies }) => applies(facts)))
  if (conclusion.verdict === TOO_FEW && !facts.isWatched) {
    const known = faults.find(({ verdict }) => LEAVE_NO_ANSWER.includes(verdict)) ?? conclusion
    return findingsOf({ first: findingOf(known, facts) })
  }
  /** @param {Rule} rule */
  const isExplained = (rule) => rule.explainedBy?.some((name) => names.includes(name)) ?? false
  const explained = tested.filter(isExplained)
  const rules = tested.filter((rule) => !isExplained(rule))
  const found = rules.filter(isFound).map((rule) => findingOf(rule, facts))
  const failing = found.find(({ verdict }) => [FAILING, FAILING_TOGETHER].includes(verdict))
  if (failing && facts.errorShare > MOST) return findingsOf({ first: failing })

  const notFound = rules.filter((rule) => !isFound(rule))
  const close = notFound
    .filter((rule) => rule.strength(facts, rule.limits) >= CLOSE)
    .map((rule) => findingOf(rule, facts))
  const ruledOut = notFound
    .filter((rule) => rule.excludes?.(facts, rule.limits) ?? true)
    .map((rule) => findingOf(rule, facts))
    .filter(({ verdict }) => close.every((finding) => finding.verdict !== verdict))
  found.sort((a, b) => b.strength - a.strength)
  const [first = conclude(findingOf(conclusion, facts), close), ...others] = found
  return findingsOf({ first, others, close, ruledOut, explained })
}

/**
 * @param {Partial<Findings> & { first: Finding, explained?: Rule[] }} known
 * @returns {Findings}
 */
function findingsOf ({ first, others = [], close = [], ruledOut = [], explained = [] }) {
  const judged = [first, ...others, ...close, ...ruledOut, ...explained]
  const names = judged.map(({ verdict }) => verdict)
  const notTested = VERDICTS.filter((verdict) => !names.includes(verdict))
  return { first, others, close, ruledOut, notTested }
}

/** @param {Rule|Conclusion} rule @param {KnownFacts} facts @returns {Finding} */
function findingOf (rule, facts) {
  const { verdict, next, tool, shows } = rule
  if (!('strength' in rule)) {
    return { verdict, strength: 0, figure: rule.figure(facts), next, tool, shows }
  }
  const { limits } = rule
  const [fact, limit] = Object.entries(limits)[0]
  const strength = rule.strength(facts, limits)
  const judgedBy = { fact, value: facts[fact], limit }
  return { verdict, strength, judgedBy, figure: rule.figure(facts, limits), next, tool, shows }
}

// "Healthy" is said only where no figure is close to the limit of its fault.
function conclude (finding, close) {
  if (!close.length || !finding.verdict.startsWith('healthy')) return finding
  return { ...finding, verdict: `no fault found; close to ${close[0].verdict}` }
}

/** @param {Finding} finding @returns {string} its main figure, and its limit */
function describeLimit ({ verdict, judgedBy }) {
  if (!judgedBy) return verdict
  const { fact, value, limit } = judgedBy
  return `${verdict}: ${factText(fact, value)} (a fault from ${factText(fact, limit)})`
}

module.exports = { describeLimit, diagnose }
