'use strict'

// From facts to findings. The strongest fault is the verdict.

const { CONCLUSIONS, TOO_FEW } = require('./conclusions')
const { CONCURRENCY, FAILING, FAULTS } = require('./faults')

/** @import { Conclusion, Facts, Finding, Findings, KnownFacts, Rule } from '../types' */

const MOST = 0.5 // of the requests fail: the others say nothing of the server
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

  /** @param {Rule|Conclusion} rule @returns {Finding} */
  function finding (rule) {
    const { verdict, figure, next, tool } = rule
    const strength = 'strength' in rule ? rule.strength(facts, rule.limits) : 0
    return { verdict, strength, figure: figure(facts), next, tool }
  }

  /**
   * @param {Finding} first
   * @param {Finding[]} [others]
   * @param {Finding[]} [ruledOut]
   * @param {Rule[]} [explained]
   */
  function findingsOf (first, others = [], ruledOut = [], explained = []) {
    const judged = [first, ...others, ...ruledOut, ...explained].map(({ verdict }) => verdict)
    const notTested = VERDICTS.filter((verdict) => !judged.includes(verdict))
    return { first, others, ruledOut, notTested }
  }

  const conclusion = /** @type {Conclusion} */ (CONCLUSIONS.find(({ applies }) => applies(facts)))
  const isUnknown = conclusion.verdict === TOO_FEW && !facts.isWatched
  // So many calls at once may leave no answer under many connections.
  if (isUnknown && !names.includes(CONCURRENCY)) return findingsOf(finding(conclusion))
  /** @param {Rule} rule */
  const isExplained = (rule) => rule.explainedBy?.some((name) => names.includes(name)) ?? false
  const explained = tested.filter(isExplained)
  const rules = tested.filter((rule) => !isExplained(rule))
  const found = rules.filter(isFound).map(finding)
  const failing = found.find(({ verdict }) => verdict === FAILING)
  if (failing && facts.errorShare > MOST) return findingsOf(failing)
  const excluded = rules.filter((rule) => {
    return !isFound(rule) && (rule.excludes?.(facts, rule.limits) ?? true)
  })
  found.sort((a, b) => b.strength - a.strength)
  const [first = finding(conclusion), ...others] = found
  return findingsOf(first, others, excluded.map(finding), explained)
}

module.exports = { diagnose }
