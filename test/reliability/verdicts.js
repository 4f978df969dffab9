'use strict'

// What the checks of the diagnosis share: how many verdicts of trials are right.

const { watch } = require('whyslow')
const { runServer, underLoad } = require('../helpers/running-server')
const { increment, listCounts } = require('./check')

const RIGHT = 0.95 // of the verdicts on an idle machine
const SETTINGS = { alone: 4, connections: 50, duration: 8 } // s
const AGE = 3000 // ms of load before a running server is watched
const NAMES = { // of the tools
  diagnose: 'started',
  watch: 'running',
  doctor: 'Doctor'
}

/** The right verdict of Clinic Doctor for each of ours. */
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

/** Gives what `use(server)` does with a server that somebody else has started, and loads. */
async function runUnderLoad ({ file, path = '/', ...options }, use) {
  const server = await runServer(file, options)
  try {
    const load = { connections: SETTINGS.connections, age: AGE }
    return (await underLoad(server.url + path, () => use(server), load)).used
  } finally {
    await server.stop()
  }
}

const watchUnderLoad = (target) => runUnderLoad(target, ({ pid }) => watch({ pid }))

/** `expected` has how each right verdict begins. */
function isRight ({ tool, expected, verdict }) {
  return expected.some((right) => {
    if (tool === 'doctor') return verdict === DOCTOR[right]
    return verdict.startsWith(right)
  })
}

// With these, the outcome is not known.
const DOUBT =
  /^not enough evidence|^no fault found; not judged|^requests (wait inside|get no answer)|^idle/

/** A doubt is not: also that a healthy server is close to a fault, or a faulty one to its own. */
function isWrong (trial) {
  const { verdict, expected } = trial
  if (isRight(trial) || DOUBT.test(verdict)) return false
  const [, close] = verdict.match(/^no fault found; close to (.*)/) ?? []
  return !close || !(expected.includes(close) || expected.includes('healthy'))
}

const byTool = (trials) => groupBy(trials, ({ tool }) => NAMES[tool])
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

/** @returns {Record<string, any[]>} the trials by what `keyOf` gives for each */
function groupBy (trials, keyOf) {
  const groups = {}
  for (const trial of trials) {
    const key = keyOf(trial)
    groups[key] ??= []
    groups[key].push(trial)
  }
  return groups
}

/** @returns {string} such as "idle: 9 of 9 right; busy: 1 of 1 right" */
function tallyGroups (groups) {
  return Object.entries(groups).map(([label, trials]) => `${label}: ${tally(trials)}`).join('; ')
}

/** The lines of all trials and of each version. `least`: the share that has to be right. */
function tallyLines (label, trials, least = 0) {
  const lines = [[label, tally(trials), share(trials, isRight) < least]]
  for (const [node, some] of Object.entries(groupBy(trials, ({ node }) => node))) {
    lines.push([`Node.js ${node}`, tally(some)])
  }
  return lines
}

function accusedLine (healthy) {
  const accused = healthy.filter(isWrong).length
  return ['healthy servers accused', `${accused} of ${healthy.length}`, accused]
}

module.exports = {
  accusedLine,
  byTool,
  groupBy,
  isRight,
  isWrong,
  runUnderLoad,
  share,
  tally,
  tallyGroups,
  tallyLines,
  watchUnderLoad,
  RIGHT,
  SETTINGS
}
