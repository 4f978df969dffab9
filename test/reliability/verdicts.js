'use strict'

// What the checks of the diagnosis share: they diagnose with several versions of Node.js, and count
// the verdicts of trials.

const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')
const { increment, listCounts } = require('./check')

const RIGHT = 0.95 // of the verdicts on an idle machine
const SETTINGS = { alone: 4, connections: 50, duration: 8 } // s

/** The right verdict of Doctor for each of ours. */
const DOCTOR = {
  'event loop blocked by computation': 'event-loop',
  'event loop blocked by synchronous I/O': 'event-loop',
  'cost grows with every request': 'event-loop',
  'garbage collection pressure': 'gc',
  'memory leak': 'gc',
  'waiting for dependencies': 'io',
  'thread pool saturated': 'io',
  healthy: 'none'
}

async function fetchNodes (versions, signal) {
  const nodes = []
  for (const version of versions.split(' ')) nodes.push(await fetchNode(version, signal))
  return nodes
}

/** `expected` has how each right verdict begins. */
function isRight ({ tool, expected, verdict }) {
  return expected.some((right) =>
    tool === 'doctor' ? verdict === DOCTOR[right] : verdict.startsWith(right))
}

/** A doubt is not: also that a healthy server is close to a fault, or a faulty one to its own. */
function isWrong (trial) {
  const { verdict, expected } = trial
  const isDoubt = /^not enough evidence|^no fault found; not judged/.test(verdict)
  if (isRight(trial) || isDoubt) return false
  const [, close] = verdict.match(/^no fault found; close to (.*)/) ?? []
  return !close || !(expected.includes(close) || expected.includes('healthy'))
}

const share = (trials, is) => trials.filter(is).length / Math.max(1, trials.length)

/** @returns {string} such as "9 of 10 right, 1 × healthy" */
function tally (trials) {
  const counts = {}
  for (const trial of trials) {
    if (!isRight(trial)) increment(counts, trial.verdict.replace(/:.*/, ''))
  }
  const right = `${trials.filter(isRight).length} of ${trials.length} right`
  return [right, listCounts(counts, ' × ')].filter(Boolean).join(', ')
}

/** @returns {string} such as "idle: 9 of 9 right; busy: 1 of 1 right", without empty groups */
function tallyGroups (groups) {
  const filled = Object.entries(groups).filter(([, trials]) => trials.length)
  return filled.map(([label, trials]) => `${label}: ${tally(trials)}`).join('; ')
}

/** Gives a line of a report for each value of a field. */
function linesBy (field, trials, lineOf) {
  const values = new Set(trials.map((trial) => trial[field]))
  return Array.from(values, (value) =>
    lineOf(value, trials.filter((trial) => trial[field] === value)))
}

/** The lines of all trials and of each version. `least`: the share that has to be right. */
function tallyLines (label, trials, least = 0) {
  const byNode = linesBy('node', trials, (node, trials) => [`Node.js ${node}`, tally(trials)])
  return [[label, tally(trials), share(trials, isRight) < least], ...byNode]
}

function accusedLine (healthy) {
  const accused = healthy.filter(isWrong).length
  return ['healthy servers accused', `${accused} of ${healthy.length}`, accused]
}

module.exports = {
  accusedLine,
  fetchNodes,
  isRight,
  isWrong,
  linesBy,
  share,
  tally,
  tallyGroups,
  tallyLines,
  RIGHT,
  SETTINGS
}
