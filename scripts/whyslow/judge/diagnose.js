'use strict'

// From facts to findings, by the table of rules. The fault that harms the requests the most is the
// verdict.

const { factName, factText } = require('../util/numbers')
const { CONCLUSIONS, LONGER, UNJUDGED } = require('./conclusions')
const {
  FAILING, FAILING_TOGETHER, FAULTS, GARBAGE, LEAK, STALLED, UNREACHABLE
} = require('./rules')

/** @import { Conclusion, Condition, Facts, Figure, Figures, Finding, Findings } from '../types' */
/** @import { Harm, Judged, KnownFacts, Limit, Rule, VerdictId } from '../types' */

const MOST = 0.5 // of the requests fail: the others say nothing of the server
const CLOSE = 0.65 // of a limit: healthy servers show less
const NOISE = 3 // times the CPU time of a request, beside programs that use all cores
const SOON = 3600 // s
const MOST_SECONDS = 3600 // of a watch
const TIMES_LONGER = 5 // than a watch that was too short
// The worst first. What ends soon comes before what slows requests down, the rest after it.
const HARMS = ['fails', 'soon', 'slows', 'ends', 'wastes']
// A fault that shows in two ways is found if one of its rules holds, and ruled out if none can.
const STATES = ['found', 'close', 'unknown', 'ruled out']
const ARE_FAILING = [FAILING, FAILING_TOGETHER, UNREACHABLE] // requests
const VERDICTS = Array.from(new Set(FAULTS.map(({ verdict }) => verdict)))

/**
 * Judges facts by all rules.
 * @param {Facts} given
 * @returns {Findings}
 */
function diagnose (given) {
  const facts = /** @type {KnownFacts} */ (given) // a rule reads only those that it names
  const judged = judgeVerdicts(facts)
  const isFound = (/** @type {string} */ verdict) => judged.get(verdict)?.state === 'found'

  /** @type {Record<string, Finding[]>} */
  const findings = { found: [], close: [], unknown: [], 'ruled out': [] }
  const notTested = []
  for (const verdict of VERDICTS) {
    const one = judged.get(verdict)
    if (one?.rule.explainedBy?.some(isFound)) continue
    if (one) findings[one.state].push(one.finding)
    if (!one || one.state === 'unknown') notTested.push(verdict)
  }
  const { found, close, 'ruled out': ruledOut } = findings
  const failing = found.find(({ verdict }) => ARE_FAILING.includes(verdict))
  if (failing && facts.errorShare > MOST) return onlyFinding(failing)
  found.sort(byHarm)
  const [first = conclude(facts, close, notTested), ...others] = found
  return { outcome: outcomeOf(first), first, others, close, ruledOut, notTested }
}

/**
 * Judges each verdict by the one of its rules that says the most.
 * @param {KnownFacts} facts
 * @returns {Map<string, Judged>}
 */
function judgeVerdicts (facts) {
  /** @type {Map<string, Judged>} */
  const judged = new Map()
  for (const rule of FAULTS) {
    if (!canTest(rule, facts)) continue
    const known = judged.get(rule.verdict)
    const one = judgeBy(rule, facts)
    if (rule.isPart && one.state === 'unknown') continue
    if (!known || STATES.indexOf(one.state) < STATES.indexOf(known.state)) {
      judged.set(rule.verdict, one)
    }
  }
  return judged
}

/** Says whether all facts are there that a rule needs. @param {Rule} rule @param {Figures} facts */
function canTest ({ when }, facts) {
  return Object.keys(when).every((fact) => !Number.isNaN(Number(facts[fact])))
}

/** @param {Rule} rule @param {KnownFacts} facts @returns {Judged} */
function judgeBy (rule, facts) {
  const conditions = Object.entries(rule.when).map(([fact, limit]) =>
    judgeCondition(fact, typeof limit === 'number' ? { from: limit } : limit, facts))
  const judgedBy = conditions.map(({ condition }) => condition)
  const state = stateOf(conditions, rule)
  const harm = state === 'found' ? harmOf(rule, facts) : undefined
  return { rule, state, finding: { ...findingOf(rule, facts), judgedBy, harm } }
}

/**
 * Noise makes CPU time dearer, so it raises limits. It rules nothing out.
 * @param {string} fact
 * @param {Limit} limit
 * @param {Figures} facts
 */
function judgeCondition (fact, { from, below, most = fact, varies, rulesOut = true }, facts) {
  const value = Number(facts[fact])
  if (below !== undefined) {
    const isBelow = value < below
    const condition = { fact, value, below }
    return { condition, isMet: isBelow, isNear: isBelow, isExcluded: rulesOut && !isBelow }
  }
  const none = fact.includes('Growth') ? 1 : 0 // of a ratio, 1 × is none
  const least = none + (Number(from) - none) * (varies ? noiseOf(facts) : 1)
  return {
    condition: { fact, value, from: least },
    isMet: value >= least,
    isNear: value - none >= CLOSE * (Number(from) - none),
    isExcluded: rulesOut && Number(facts[most]) < Number(from)
  }
}

/** @param {Figures} facts @returns {number} times a limit */
function noiseOf ({ backgroundCores = 0, coreWaitShare, isWatched, generatorBound }) {
  const share = Math.max(backgroundCores, isWatched ? coreWaitShare : 0, generatorBound ? 0.5 : 0)
  return 1 + (NOISE - 1) * Math.min(1, share)
}

/**
 * @param {ReturnType<typeof judgeCondition>[]} conditions
 * @param {Rule} rule
 * @returns {Judged['state']}
 */
function stateOf (conditions, { isPart }) {
  if (conditions.every(({ isMet }) => isMet)) return 'found'
  if (conditions.every(({ isNear }) => isNear)) return 'close'
  return !isPart && conditions.some(({ isExcluded }) => isExcluded) ? 'ruled out' : 'unknown'
}

/** @param {Rule} rule @param {Figures} facts @returns {Harm} */
function harmOf ({ harm: { fails, slows, ends } = {} }, facts) {
  const shares = fails ?? slows
  if (shares) {
    let value = 1 // of what is not known
    for (const fact of shares) value *= Number(facts[fact] ?? 1)
    return { kind: fails ? 'fails' : 'slows', value: Math.min(1, value) }
  }
  return ends ? { kind: 'ends', value: Number(facts[ends]) } : { kind: 'wastes', value: 0 }
}

/** @param {Harm} harm @returns {number} from 0, the worst */
function rankOf ({ kind, value }) {
  return HARMS.indexOf(kind === 'ends' && value < SOON ? 'soon' : kind)
}

/** Puts the worst first. @param {Finding} a @param {Finding} b */
function byHarm ({ harm: a }, { harm: b }) {
  if (!a || !b) return 0
  return rankOf(a) - rankOf(b) || b.value - a.value || 0 // `ends` is the same for all
}

/** @param {Finding} first @returns {Findings} of which nothing else was tested */
function onlyFinding (first) {
  const notTested = VERDICTS.filter((verdict) => verdict !== first.verdict)
  return { outcome: outcomeOf(first), first, others: [], close: [], ruledOut: [], notTested }
}

/** @param {Finding} finding @returns {Findings['outcome']} */
function outcomeOf ({ id, harm }) {
  if (harm) return 'fault'
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
  return { id: idOf(rule), verdict, next, options, tool, shows, figure: fillIn(rule.figure, facts) }
}

// Writes facts for their names in braces.
/** @param {Figure} figure @param {Figures} facts */
function fillIn (figure, facts) {
  const text = typeof figure === 'string' ? figure : figure(facts)
  return text.replaceAll(/\{(\w+)\}/g, (braces, name) =>
    facts[name] === undefined ? braces : factText(name, facts[name]))
}

/**
 * "Healthy" is said only where the main faults were judged, and none is close to its limit.
 * @param {KnownFacts} facts
 * @param {Finding[]} close
 * @param {string[]} notTested
 * @returns {Finding}
 */
function conclude (facts, close, notTested) {
  const conclusion = /** @type {Conclusion} */ (CONCLUSIONS.find(({ applies }) => applies(facts)))
  const finding = findingOf(conclusion, facts)
  if (!conclusion.isHealthy) return finding
  /** @type {'no-fault-found'} */
  const id = 'no-fault-found'
  if (close.length) {
    const verdict = `no fault found; close to ${close[0].verdict}`
    // More time shows more stalls.
    const isSettled = facts.isWatched && close.some((fault) => fault.verdict === STALLED)
    return { ...finding, id, verdict, ...(isSettled ? LONGER : {}) }
  }
  const unjudged = UNJUDGED.filter(({ applies }) => applies(facts, notTested))
  if (!unjudged.length) return finding
  const names = unjudged.map(({ what }) => what(facts))
  const verdict = `no fault found; not judged: ${names.join(', ')}`
  const [{ next, options }] = unjudged
  return { ...finding, id, verdict, next, options, tool: undefined }
}

/**
 * Says whether a longer watch may change the verdict.
 * @param {Pick<Findings, 'first'|'notTested'>} findings
 */
function mayTimeSettle ({ first: { options = [], verdict }, notTested }) {
  // Memory that is kept makes collections dear, too.
  if (verdict === GARBAGE && notTested.includes(LEAK)) return true
  return options.some(({ option }) => option === 'seconds')
}

/**
 * Advises more time than was too short.
 * @template {{ first: Finding }} T
 * @param {T} findings
 * @param {number} seconds that were watched
 * @returns {T}
 */
function adviseLonger (findings, seconds) {
  const { first } = findings
  const options = first.options?.map(({ option, value }) => {
    const isShort = option === 'seconds' && Number(value) <= seconds
    return { option, value: isShort ? Math.min(MOST_SECONDS, seconds * TIMES_LONGER) : value }
  })
  return { ...findings, first: { ...first, options } }
}

/** @param {Finding} finding @returns {string} the conditions that were missed, with their limits */
function describeMissed ({ verdict, judgedBy = [] }) {
  const missed = judgedBy.filter(({ value, from, below }) =>
    from === undefined ? value >= Number(below) : value < from)
  return `${verdict}: ${missed.map(describeCondition).join(', ')}`
}

/** @param {Condition} condition */
function describeCondition ({ fact, value, from, below }) {
  const limit = factText(fact, from ?? below)
  const text = factText(fact, value)
  const shown = text === limit ? `nearly ${text}` : text
  return `${factName(fact)} ${shown} (a fault ${from === undefined ? 'below' : 'from'} ${limit})`
}

module.exports = {
  adviseLonger, describeMissed, diagnose, idOf, mayTimeSettle, onlyFinding, MOST_SECONDS
}
