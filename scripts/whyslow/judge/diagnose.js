'use strict'

// From facts to findings. The strongest fault is the verdict.

const { factText } = require('../util/numbers')
const { CONCLUSIONS, TOO_FEW, UNJUDGED } = require('./conclusions')
const {
  isDisturbed, AGENT, CONCURRENCY, FAILING, FAILING_TOGETHER, FAULTS, NO_CORE, NO_FILES
} = require('./rules')

/** @import { Conclusion, Facts, Figure, Figures, Finding, Findings } from '../types' */
/** @import { KnownFacts, Limits, Rule, VerdictId } from '../types' */

const MOST = 0.5 // of the requests fail: the others say nothing of the server
// Under many connections; the first that is found.
const LEAVE_NO_ANSWER = [NO_FILES, CONCURRENCY, AGENT, FAILING_TOGETHER]
const CLOSE = 0.65 // of its limit: healthy servers show less
const VERDICTS = Array.from(new Set(FAULTS.map(({ verdict }) => verdict)))

/**
 * Judges facts by all rules.
 * @param {Facts} given
 * @returns {Findings}
 */
function diagnose (given) {
  const facts = /** @type {KnownFacts} */ (given) // a rule reads only those that it needs
  const tested = []
  for (const rule of FAULTS) {
    if (canTest(rule, facts)) tested.push({ rule, finding: findingOf(rule, facts) })
  }
  const faults = tested.map(({ finding }) => finding).filter(({ strength }) => strength >= 1)
  const names = faults.map(({ verdict }) => verdict)
  const conclusion = /** @type {Conclusion} */ (CONCLUSIONS.find(({ applies }) => applies(facts)))
  if (conclusion.verdict === TOO_FEW && !facts.isWatched) {
    const known = faults.find(({ verdict }) => LEAVE_NO_ANSWER.includes(verdict))
    return findingsOf({ first: known ?? findingOf(conclusion, facts) })
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
  const notTested = listNotTested([...found, ...close, ...ruledOut, ...explained])
  const failing = found.find(({ verdict }) => [FAILING, FAILING_TOGETHER].includes(verdict))
  if (failing && facts.errorShare > MOST) return findingsOf({ first: failing })
  found.sort((a, b) => b.strength - a.strength)
  const [first = conclude(conclusion, facts, close, notTested), ...others] = found
  return findingsOf({ first, others, close, ruledOut, notTested })
}

/** Says whether all facts are there that a rule needs. @param {Rule} rule @param {Facts} facts */
function canTest (rule, facts) {
  const { main, needs = [], needsCore } = rule
  const { isWatched, coreWaitShare = 0 } = facts
  if (needsCore && isWatched && coreWaitShare >= NO_CORE) return false
  return [main, ...needs].every((name) => facts[name] !== undefined)
}

/** @param {Finding[]} judged */
function listNotTested (judged) {
  const names = judged.map(({ verdict }) => verdict)
  return VERDICTS.filter((verdict) => !names.includes(verdict))
}

/** @param {Partial<Findings> & { first: Finding }} known @returns {Findings} */
function findingsOf ({ first, others = [], close = [], ruledOut = [], notTested }) {
  return {
    outcome: outcomeOf(first),
    first,
    others,
    close,
    ruledOut,
    notTested: notTested ?? listNotTested([first])
  }
}

/** @param {Finding} finding @returns {Findings['outcome']} */
function outcomeOf ({ id, strength }) {
  if (strength >= 1) return 'fault'
  return CONCLUSIONS.some((known) => known.isHealthy && idOf(known) === id) ? 'healthy' : 'unknown'
}

// A verdict that gets another text has to keep its id.
/** @param {{ verdict: string }} rule */
function idOf ({ verdict }) {
  return /** @type {VerdictId} */ (verdict.toLowerCase().replace(/\W+/g, '-'))
}

/** @param {Rule|Conclusion} rule @param {KnownFacts} facts @returns {Finding} */
function findingOf (rule, facts) {
  const { verdict, next, options, tool, shows } = rule
  const finding = { id: idOf(rule), verdict, strength: 0, next, options, tool, shows }
  const figure = fillIn(rule.figure, facts, rule.limits)
  if (!rule.limits) return { ...finding, figure }
  const { main, limits } = rule
  const judgedBy = { fact: main, value: Number(facts[main]), limit: limits[main] }
  if (!rule.applies || rule.applies(facts, limits)) {
    finding.strength = rule.strength?.(facts, limits) ?? judgedBy.value / judgedBy.limit
  }
  if (rule.varies && isDisturbed(facts)) finding.strength /= 2
  return { ...finding, figure, judgedBy }
}

// Writes facts for their names in braces.
/** @param {Figure} figure @param {Figures} facts @param {Limits} [limits] */
function fillIn (figure, facts, limits = {}) {
  const text = typeof figure === 'string' ? figure : figure(facts, limits)
  return text.replaceAll(/\{(\w+)\}/g, (braces, name) =>
    facts[name] === undefined ? braces : factText(name, facts[name]))
}

/**
 * "Healthy" is said only where the main faults were judged, and none is close to its limit.
 * @param {Conclusion} conclusion
 * @param {KnownFacts} facts
 * @param {Finding[]} close
 * @param {string[]} notTested
 * @returns {Finding}
 */
function conclude (conclusion, facts, close, notTested) {
  const finding = findingOf(conclusion, facts)
  if (!conclusion.isHealthy) return finding
  /** @type {'no-fault-found'} */
  const id = 'no-fault-found'
  if (close.length) {
    return { ...finding, id, verdict: `no fault found; close to ${close[0].verdict}` }
  }
  const unjudged = UNJUDGED.filter(({ applies }) => applies(facts, notTested))
  if (!unjudged.length) return finding
  const names = unjudged.map(({ what }) => what(facts))
  const verdict = `no fault found; not judged: ${names.join(', ')}`
  const [{ next, options }] = unjudged
  return { ...finding, id, verdict, next, options, tool: undefined }
}

/** @param {Finding} fault @returns {string} its main figure, and its limit */
function describeLimit ({ verdict, judgedBy }) {
  if (!judgedBy) return verdict
  const { fact, value, limit } = judgedBy
  return `${verdict}: ${factText(fact, value)} (a fault from ${factText(fact, limit)})`
}

module.exports = { describeLimit, diagnose, findingsOf, idOf }
