'use strict'

const path = require('node:path')
const { ms, number, percent, rough } = require('../base/format')
const { ROOT } = require('../system/root')
const { factLines, titleLine } = require('./table')

/** @import { Paint } from './types' */
/** @import { Diagnosis, WatchedDiagnosis } from '../diagnosis/types' */

const BUSY = 0.2 // of a core, used by other programs: more gets a warning
const NEAR = 0.5 // of its limit: the figure of a fault that is ruled out is worth a look
const LEAST = 0.01 // of the CPU time: less of it is no place to look
const LEAK = 'memory leak'
const ROUTES = 3 // with the most time
const LINE = 60 // characters of a command

/**
 * Writes a diagnosis: verdict, what was loaded, evidence, what was ruled out, and what to do next.
 * @param {Diagnosis|WatchedDiagnosis} diagnosis
 * @param {string|undefined} command that shows more of the fault
 * @param {Paint} paint
 * @returns {string}
 */
function diagnosisText (diagnosis, command, paint) {
  const { facts, first, others, ruledOut, hottestFrame, keptFrame, excessListeners } = diagnosis
  const { inProgress, backgroundCpu = 0 } = facts
  const lines = 'running' in diagnosis ? describeWatched(diagnosis) : describeLoaded(diagnosis)
  lines.push(['evidence', first.figure])
  for (const { verdict, figure } of others) lines.push(['also', `${verdict}: ${figure}`])
  for (const { emitter, event, listeners, location } of excessListeners.slice(0, 2)) {
    const added = `added at ${relativeToRoot(location)}`
    lines.push(['listeners', `${number(listeners)} of "${event}" on ${emitter}, ${added}`])
  }
  if (inProgress > 1) lines.push(['in progress', `${number(inProgress)} requests`])
  const isLeak = [first, ...others].some(({ verdict }) => verdict === LEAK)
  if (isLeak && keptFrame) {
    const share = percent(keptFrame.share)
    const place = describeFrame(keptFrame)
    lines.push(['kept', `${share} of it is allocated in ${place}, or in what it calls`])
  }
  if (hottestFrame && hottestFrame.share >= LEAST) {
    lines.push(['your code', describeHottest(hottestFrame)])
  }
  if (ruledOut.length) lines.push(['ruled out', ruledOut.map(describeRuledOut).join(', ')])
  for (const warning of diagnosis.warnings) lines.push(['warning', warning])
  if (backgroundCpu > BUSY) {
    const use = `other programs used ${percent(backgroundCpu)} of a core`
    lines.push(['warning', `${use}. Close them and diagnose again`])
  }
  lines.push(['next', command ? `${command}: ${first.next}` : first.next])
  return `${titleLine(diagnosis.target, first.verdict, paint)}\n\n${factLines(lines, paint)}`
}

function describeLoaded ({ load, listening, alsoListening, measured }) {
  const { requests, latency, statuses, took } = measured
  const { pathname, search } = new URL(load.url)
  const request = `${load.method ?? 'GET'} ${pathname}${search} on port ${listening.port}`
  const parts = []
  for (const [status, count] of Object.entries(statuses)) parts.push(`${status} × ${number(count)}`)
  parts.push(`${number(Math.round(requests.total / took))} req/s`)
  parts.push(`p50 ${number(latency.p50)} ms`, `p99 ${number(latency.p99)} ms`)
  const ports = alsoListening.map(({ port }) => port).join(', ')
  const more = ports ? `; also listens on ${ports}: choose with LISTEN` : ''
  return [['loaded', `${request}: ${parts.join(', ')}${more}`]]
}

function describeWatched ({ running: { command, node }, settings: { watch }, facts, routes }) {
  const line = relativeToRoot(command)
  const program = line.length > LINE ? `${line.slice(0, LINE)}…` : line
  const rate = number(Math.round(facts.answered / watch))
  const watched = `${program} (Node.js ${node}) for ${watch} s: ${rate} req/s, half of them ` +
    `within ${ms(rough(facts.latency))}; event loop busy for ${percent(facts.elu)} of the time`
  const texts = routes.slice(0, ROUTES).map(({ name, requests, time }) =>
    `${name} ${number(requests)} × ${ms(rough(time / requests))}`)
  return [['watched', watched], ['routes', texts.join(', ') || 'none']]
}

function describeHottest (hottest) {
  const { frame, self, callee } = hottest
  const text = `${percent(self)} of the CPU time is in ${describeFrame({ frame })}`
  if (!callee || callee.share < self) return text
  return `${text}, and ${percent(callee.share)} in ${callee.owner}, which it calls`
}

function describeFrame ({ frame: { name, file, line } }) {
  const title = name === '(anonymous)' ? 'an anonymous function' : name
  return `${title}, ${relativeToRoot(file)}:${line}`
}

function describeRuledOut ({ verdict, strength, figure }) {
  return strength > NEAR ? `${verdict} (${figure})` : verdict
}

function relativeToRoot (location) {
  return location.replace(ROOT + path.sep, '')
}

module.exports = { diagnosisText }
