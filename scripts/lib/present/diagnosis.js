'use strict'

const path = require('node:path')
const { ms, number, percent } = require('../base/format')
const { ROOT } = require('../system/root')
const { factLines, titleLine } = require('./table')

/** @import { Paint } from './types' */
/** @import { Diagnosis, WatchedDiagnosis } from '../diagnosis/types' */
/** @import { UserFrame } from '../profiling/types' */

const BUSY = 0.2 // of a core, used by other programs: more gets a warning
const NEAR = 0.5 // of its limit: the figure of a fault that is ruled out is worth a look
const LEAST = 0.01 // of the CPU time: less of it is no place to look
const LEAK = 'memory leak'
const ROUTES = 3 // with the most time
const LINE = 60 // characters of a command

/**
 * @param {Diagnosis|WatchedDiagnosis} diagnosis
 * @param {string|undefined} command that shows more of the fault
 * @param {Paint} paint
 * @returns {string} verdict, what was loaded, evidence, what was ruled out, and what to do next
 */
function diagnosisText (diagnosis, command, paint) {
  const { facts, first, others, ruledOut, hottestFrame, keptFrame, excessListeners } = diagnosis
  const { inProgress, backgroundCpu } = facts
  const lines = 'running' in diagnosis
    ? [['watched', describeWatched(diagnosis)], ['routes', describeRoutes(diagnosis)]]
    : [['loaded', describeLoaded(diagnosis)]]
  lines.push(['evidence', first.figure])
  for (const { verdict, figure } of others) lines.push(['also', `${verdict}: ${figure}`])
  for (const { emitter, event, listeners, location } of excessListeners.slice(0, 2)) {
    const added = `added at ${relativeToRoot(location)}`
    lines.push(['listeners', `${number(listeners)} of "${event}" on ${emitter}, ${added}`])
  }
  if (inProgress > 1) lines.push(['in progress', `${number(inProgress)} requests`])
  const leaks = [first, ...others].some(({ verdict }) => verdict === LEAK)
  if (leaks && keptFrame) lines.push(['kept', describeKept(keptFrame)])
  if (hottestFrame && hottestFrame.share >= LEAST) {
    lines.push(['your code', describeHottest(hottestFrame)])
  }
  if (ruledOut.length) lines.push(['ruled out', describeRuledOut(ruledOut)])
  for (const warning of diagnosis.warnings) lines.push(['warning', warning])
  if (backgroundCpu > BUSY) {
    const use = `other programs used ${percent(backgroundCpu)} of a core`
    lines.push(['warning', `${use}. Close them and diagnose again`])
  }
  lines.push(['next', command ? `${command}: ${first.next}` : first.next])
  return `${titleLine(diagnosis.target, first.verdict, paint)}\n\n${factLines(lines, paint)}`
}

/** @param {Diagnosis} diagnosis */
function describeLoaded ({ load, listening, alsoListening, measured }) {
  const { pathname, search } = new URL(load.url)
  const request = `${load.method ?? 'GET'} ${pathname}${search} on port ${listening.port}`
  const statuses = Object.entries(measured.statuses)
    .map(([status, count]) => `${status} × ${number(count)}`)
  const { requests, latency } = measured
  const rate = number(Math.round(requests.total / measured.took))
  const figures = `${rate} req/s, p50 ${number(latency.p50)} ms, p99 ${number(latency.p99)} ms`
  const ports = alsoListening.map(({ port }) => port)
  const more = ports.length ? `; also listens on ${ports.join(', ')}: choose with LISTEN` : ''
  return `${request}: ${[...statuses, figures].join(', ')}${more}`
}

/** @param {WatchedDiagnosis} diagnosis */
function describeWatched ({ running: { command, node }, settings, facts }) {
  const { answered, latency, elu } = facts
  const line = relativeToRoot(command)
  const program = line.length > LINE ? `${line.slice(0, LINE)}…` : line
  const rate = number(Math.round(answered / settings.watch))
  return `${program} (Node.js ${node}) for ${settings.watch} s: ${rate} req/s, half of them ` +
    `within ${round(latency)}; event loop busy for ${percent(elu)} of the time`
}

/** @param {WatchedDiagnosis} diagnosis */
function describeRoutes ({ routes }) {
  const texts = routes.slice(0, ROUTES).map(({ name, requests, time }) =>
    `${name} ${number(requests)} × ${round(time / requests)}`)
  return texts.join(', ') || 'none'
}

/** @param {number} time ms */
function round (time) {
  return ms(Number(time.toPrecision(2)))
}

/** @param {UserFrame} hot by CPU time */
function describeHottest ({ frame, self, callee }) {
  const text = `${percent(self)} of the CPU time is in ${describeFrame(frame)}`
  if (!callee || callee.share < self) return text
  return `${text}, and ${percent(callee.share)} in ${callee.owner}, which it calls`
}

/** @param {UserFrame} hot by what is kept */
function describeKept ({ frame, share }) {
  return `${percent(share)} of it is allocated in ${describeFrame(frame)}, or in what it calls`
}

/** @param {UserFrame['frame']} frame */
function describeFrame ({ name, file, line }) {
  const title = name === '(anonymous)' ? 'an anonymous function' : name
  return `${title}, ${relativeToRoot(file)}:${line}`
}

/** @param {Diagnosis['ruledOut']} ruledOut */
function describeRuledOut (ruledOut) {
  const faults = ruledOut.map(({ verdict, strength, figure }) =>
    strength > NEAR ? `${verdict} (${figure})` : verdict)
  return faults.join(', ')
}

/** @param {string} location */
function relativeToRoot (location) {
  return location.replace(ROOT + path.sep, '')
}

module.exports = { diagnosisText }
