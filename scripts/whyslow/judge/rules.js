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
  const rules = FAULTS.filter(({ needs }) => needs.every((name) => facts[name] !== undefined))
  const tested = rules.map((rule) => ({ rule, finding: findingOf(rule, facts) }))
  const faults = tested.filter(({ finding }) => finding.strength >= 1)
  const names = faults.map(({ finding }) => finding.verdict)
  const conclusion = /** @type {Conclusion} */ (CONCLUSIONS.find(({ applies }) => applies(facts)))
  if (conclusion.verdict === TOO_FEW && !facts.isWatched) {
    const known = faults.find(({ rule }) => LEAVE_NO_ANSWER.includes(rule.verdict))
    return findingsOf({ first: known?.finding ?? findingOf(conclusion, facts) })
  }

  const found = []
  const close = []
  const ruledOut = []
  const explained = []
  for (const { rule, finding } of tested) {
    const isExplained = rule.explainedBy?.some((name) => names.includes(name))
    if (isExplained) explained.push(finding)
    else if (finding.strength >= 1) found.push(finding)
    else if (finding.strength >= CLOSE) close.push(finding)
    else if (rule.excludes?.(facts, rule.limits) ?? true) ruledOut.push(finding)
  }
  const failing = found.find(({ verdict }) => [FAILING, FAILING_TOGETHER].includes(verdict))
  if (failing && facts.errorShare > MOST) return findingsOf({ first: failing })
  found.sort((a, b) => b.strength - a.strength)
  const [first = conclude(findingOf(conclusion, facts), close), ...others] = found
  return findingsOf({ first, others, close, ruledOut, explained })
}

/** @param {Partial<Findings> & { first: Finding, explained?: Finding[] }} known */
function findingsOf ({ first, others = [], close = [], ruledOut = [], explained = [] }) {
  const judged = [first, ...others, ...close, ...ruledOut, ...explained]
  const names = judged.map(({ verdict }) => verdict)
  const closeNames = close.map(({ verdict }) => verdict)
  return {
    first,
    others,
    close,
    ruledOut: ruledOut.filter(({ verdict }) => !closeNames.includes(verdict)),
    notTested: VERDICTS.filter((verdict) => !names.includes(verdict))
  }
}

/** @param {Rule|Conclusion} rule @param {KnownFacts} facts @returns {Finding} */
function findingOf (rule, facts) {
  const { verdict, limits, next, tool, shows } = rule
  if (!limits) return { verdict, strength: 0, figure: rule.figure(facts), next, tool, shows }
  const [fact, limit] = Object.entries(limits)[0]
  const judgedBy = { fact, value: facts[fact], limit }
  const figure = rule.figure(facts, limits)
  let strength = 0
  if (!rule.applies || rule.applies(facts, limits)) {
    strength = rule.strength?.(facts, limits) ?? facts[fact] / limit
  }
  return { verdict, strength, judgedBy, figure, next, tool, shows }
}

// "Healthy" is said only where no figure is close to the limit of its fault.
function conclude (finding, close) {
  if (!close.length || !finding.verdict.startsWith('healthy')) return finding
  return { ...finding, verdict: `no fault found; close to ${close[0].verdict}` }
}

/** @param {any} finding a fault @returns {string} its main figure, and its limit */
function describeLimit ({ verdict, judgedBy: { fact, value, limit } }) {
  return `${verdict}: ${factText(fact, value)} (a fault from ${factText(fact, limit)})`
}

module.exports = { describeLimit, diagnose, findingOf }
