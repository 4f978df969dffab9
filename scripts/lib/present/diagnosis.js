'use strict'

const path = require('node:path')
const {
  ms,
  number,
  percent,
  rough
} = require('../base/format')
const { STALLED } = require('../diagnosis/rules')
const { DISTURBED } = require('../measure/result-warnings')
const { ROOT } = require('../system/root')
const { factLines, titleLine } = require('./table')

/** @import { Diagnosis, WatchedDiagnosis } from '../diagnosis/types' */

const NEAR = 0.5 // of its limit: the figure of a fault that is ruled out is worth a look
const LEAST = 0.01 // of the CPU time: less of it is no place to look
const LEAK = 'memory leak'
const ROUTES = 3 // with the most time
const THREADS = 0.4 // of a core
const COLLECTIONS = 5 // that judge a leak

/**
 * Writes the verdict, its evidence, what was ruled out, and what to do next.
 * @param {Diagnosis|WatchedDiagnosis} diagnosis
 * @param {string|undefined} command that shows more of the fault
 */
function diagnosisText (diagnosis, command) {
  const {
    target,
    facts,
    first,
    others,
    hottestFrame,
    jobFrame,
    keptFrame
  } = diagnosis
  const { inProgress, backgroundCpu = 0, collections = 0 } = facts
  const lines = 'running' in diagnosis ? watchedLines(diagnosis) : loadedLines(diagnosis)
  const add = (label, text) => lines.push([label, text])

  add('evidence', first.figure)
  for (const { verdict, figure } of others) add('also', `${verdict}: ${figure}`)
  for (const excess of diagnosis.excessListeners.slice(0, 2)) {
    const {
      emitter,
      event,
      listeners,
      location
    } = excess
    const added = location && `, added at ${relativeToRoot(location)}`
    add('listeners', `${number(listeners)} of "${event}" on ${emitter}${added}`)
  }
  if (inProgress > 1) add('in progress', `${number(inProgress)} requests`)
  const isFound = (name) => [first, ...others].some(({ verdict }) => verdict === name)
  if (isFound(LEAK) && keptFrame) {
    const place = describeFrame(keptFrame)
    add('kept', `${percent(keptFrame.share)} of it is allocated in ${place}, or in what it calls`)
  }
  const job = isFound(STALLED) ? jobFrame : undefined
  if (job) add('job', describeHottest(job))
  const isOther = hottestFrame && hottestFrame.frame !== job?.frame
  if (isOther && hottestFrame.share >= LEAST) {
    add('your code', describeHottest(hottestFrame))
  }
  const ruledOut = diagnosis.ruledOut.map(({ verdict, strength, figure }) =>
    strength > NEAR ? `${verdict} (${figure})` : verdict)
  if (ruledOut.length) add('ruled out', ruledOut.join(', '))
  if ('running' in diagnosis) {
    const advice = facts.answered ? ': make diagnose APP=… tests them' : ''
    add('not tested', diagnosis.notTested.join(', ') + advice)
    if (advice && diagnosis.notTested.includes(LEAK) && collections < COLLECTIONS) {
      add('', 'a memory leak is judged by five garbage collections: COLLECT=1 forces them')
    }
    for (const text of diagnosis.untested) add('', text)
  } else {
    for (const warning of diagnosis.warnings) add('warning', warning)
  }
  if (backgroundCpu > DISTURBED) {
    const use = `other programs used ${percent(backgroundCpu)} of a core`
    add('warning', `${use}. Close them and diagnose again`)
  }
  add('next', command ? `${command}: ${first.next}` : first.next)
  return `${titleLine(target, first.verdict)}\n\n${factLines(lines)}`
}

function loadedLines ({ load, listening, alsoListening, measured }) {
  const {
    requests,
    latency,
    statuses,
    took
  } = measured
  const { pathname, search } = new URL(load.url)
  const counts = Object.entries(statuses).map(([status, count]) => `${status} × ${number(count)}`)
  const parts = [
    ...counts,
    `${number(Math.round(requests.total / took))} req/s`,
    `p50 ${ms(latency.p50)}`,
    `p99 ${ms(latency.p99)}`
  ]
  const ports = alsoListening.map(({ port }) => port).join(', ')
  const more = ports && `; also listens on ${ports}: choose with LISTEN`
  const request = `${load.method ?? 'GET'} ${pathname}${search} on port ${listening.port}`
  return [['loaded', `${request}: ${parts.join(', ')}${more}`]]
}

function watchedLines ({ running, took, facts, routes }) {
  const { answered, latency, elu, threadCpu } = facts
  const program = relativeToRoot(running.script)
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

function describeHottest (hottest) {
  const { self, callee } = hottest
  const own = `${percent(self)} of the CPU time is in ${describeFrame(hottest)}`
  if (!callee || callee.share < self) return own
  return `${own}, and ${percent(callee.share)} in ${callee.name}, which it calls`
}

function describeFrame ({ frame: { name, file, line } }) {
  const title = name === '(anonymous)' ? 'an anonymous function' : name
  return `${title}, ${relativeToRoot(file)}:${line}`
}

function relativeToRoot (location) {
  return location.replace(ROOT + path.sep, '')
}

module.exports = { diagnosisText }
