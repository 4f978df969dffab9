'use strict'

// What the checks of the diagnosis share: they diagnose with several versions of Node.js, and count
// the verdicts.

const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')
const { measureDiagnosis } = require('../../scripts/lib/diagnosis/collect')
const { increment, listCounts } = require('./check')

const SETTINGS = { alone: 4, connections: 50, duration: 8 }
const UNSURE = 'not enough evidence'

/** The verdict of Doctor that is right for each of ours. */
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

/** @returns {Promise<string>} a verdict */
async function judge (target, signal) {
  return (await measureDiagnosis(target, SETTINGS, { signal })).first.verdict
}

/** `expected` has how each right verdict begins. */
function isRight ({ tool, expected, verdict }) {
  return expected.some((right) =>
    tool === 'doctor' ? verdict === DOCTOR[right] : verdict.startsWith(right))
}

const isUnsure = (trial) => !isRight(trial) && trial.verdict.startsWith(UNSURE)
const isWrong = (trial) => !isRight(trial) && !isUnsure(trial)
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

/** Lines of a report. */
function versionLines (trials) {
  const versions = new Set(trials.map(({ node }) => node))
  return Array.from(versions, (version) =>
    [`Node.js ${version}`, tally(trials.filter(({ node }) => node === version))])
}

/** A line of a report. */
function accusedLine (healthy) {
  const accused = healthy.filter(isWrong).length
  return ['healthy servers accused', `${accused} of ${healthy.length}`, accused]
}

module.exports = {
  accusedLine,
  fetchNodes,
  isRight,
  isUnsure,
  isWrong,
  judge,
  share,
  tally,
  versionLines,
  SETTINGS
}
