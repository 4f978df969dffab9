'use strict'

const path = require('node:path')
const { LEAK, STALLED } = require('../judge/faults')
const { ms, number, percent, rough } = require('../util/numbers')
const { layOut } = require('./lines')

/** @import { CardOptions, Judgement, WatchedDiagnosis } from '../types' */

const NEAR = 0.5 // of its limit: the figure of a fault that is ruled out is worth a look
const LEAST = 0.01 // of the CPU time: less of it is no place to look
const ROUTES = 3 // with the most time
const THREADS = 0.4 // of a core
const COLLECTIONS = 5 // that judge a leak
const DISTURBED = 0.2 // of a core that other programs used

/**
 * Writes the verdict, its evidence, what was ruled out, and what to do next.
 * @param {Judgement|WatchedDiagnosis} diagnosis
 * @param {CardOptions} options
 */
function formatDiagnosis (diagnosis, options) {
  const { facts, first, others, hottestFrame, jobFrame, keptFrame, notTested } = diagnosis
  const { title, command, warnings = [], excessListeners = [], untested = [] } = options
  const { answered, backgroundCpu = 0, collections = 0, inProgress } = facts
  const relative = relativeTo(options.root)
  const lines = [...options.lines ?? []]
  const add = (label, text) => lines.push([label, text])

  add('evidence', first.figure)
  for (const { verdict, figure } of others) add('also', `${verdict}: ${figure}`)
  for (const { emitter, event, listeners, location } of excessListeners.slice(0, 2)) {
    const added = location && `, added at ${relative(location)}`
    add('listeners', `${number(listeners)} of "${event}" on ${emitter}${added}`)
  }
  if (inProgress > 1) add('in progress', `${number(inProgress)} requests`)
  const isFound = (name) => [first, ...others].some(({ verdict }) => verdict === name)
  if (isFound(LEAK) && keptFrame) {
    const place = describeFrame(keptFrame, relative)
    add('kept', `${percent(keptFrame.share)} of it is allocated in ${place}, or in what it calls`)
  }
  const job = isFound(STALLED) ? jobFrame : undefined
  if (job) add('job', describeHottest(job, relative))
  if (hottestFrame && hottestFrame.frame !== job?.frame && hottestFrame.share >= LEAST) {
    add('your code', describeHottest(hottestFrame, relative))
  }
  const ruledOut = diagnosis.ruledOut.map(({ verdict, strength, figure }) =>
    strength > NEAR ? `${verdict} (${figure})` : verdict)
  if (ruledOut.length) add('ruled out', ruledOut.join(', '))
  if (notTested.length) {
    const advice = facts.isWatched && answered ? ': make diagnose APP=… tests them' : ''
    add('not tested', notTested.join(', ') + advice)
    if (advice && notTested.includes(LEAK) && collections < COLLECTIONS) {
      add('', 'a memory leak is judged by five garbage collections: COLLECT=1 forces them')
    }
    for (const text of untested) add('', text)
  }
  for (const warning of warnings) add('warning', warning)
  if (backgroundCpu > DISTURBED) {
    const use = `other programs used ${percent(backgroundCpu)} of a core`
    add('warning', `${use}. Close them and diagnose again`)
  }
  add('next', command ? `${command}: ${first.next}` : first.next)
  return layOut(title, first.verdict, lines)
}

/**
 * Writes the diagnosis of a running process.
 * @param {WatchedDiagnosis} diagnosis
 * @param {CardOptions} options
 */
function formatWatched (diagnosis, options) {
  const { excessListeners, untested } = diagnosis
  const lines = watchedLines(diagnosis, relativeTo(options.root))
  return formatDiagnosis(diagnosis, { ...options, lines, excessListeners, untested })
}

function watchedLines ({ running, took, facts, routes }, relative) {
  const { answered, latency, elu, threadCpu } = facts
  const program = relative(running.script)
  const rate = number(Math.round(answered / took))
  const half = answered ? `, half of them within ${ms(rough(latency))} of being read` : ''
  const figures = `${rate} req/s${half}; event loop busy for ${percent(elu)} of the time`
  const times = routes.slice(0, ROUTES).map(({ name, requests, time }) =>
    `${name} ${number(requests)} × ${ms(rough(time / requests))}`)
  const lines = [
    ['watched', `${program} (Node.js ${running.node}) for ${Math.round(took)} s: ${figures}`],
    ['routes', times.join(', ') || 'none']
  ]
  if (threadCpu >= THREADS) lines.push(['threads', threadsText(threadCpu)])
  return lines
}

function threadsText (cores) {
  return `other threads of the process use ${rough(cores)} cores: worker threads, the thread ` +
    'pool or garbage collection; what they do is not watched'
}

function relativeTo (root = process.cwd()) {
  return (location) => location.replace(root + path.sep, '')
}

function describeHottest (hottest, relative) {
  const { self, callee } = hottest
  const own = `${percent(self)} of the CPU time is in ${describeFrame(hottest, relative)}`
  if (!callee || callee.share < self) return own
  return `${own}, and ${percent(callee.share)} in ${callee.name}, which it calls`
}

function describeFrame ({ frame: { name, file, line } }, relative) {
  const title = name === '(anonymous)' ? 'an anonymous function' : name
  return `${title}, ${relative(file)}:${line}`
}

module.exports = { formatDiagnosis, formatWatched }
