'use strict'

const path = require('node:path')
const { number, percent } = require('../base/format')
const { ROOT } = require('../system/root')
const { factLines, titleLine } = require('./table')

/** @import { Paint } from './types' */
/** @import { Diagnosis } from '../diagnosis/types' */

const BUSY = 0.2 // of a core, used by other programs: more gets a warning
const FAILED = 0.01 // of the requests: more gets a warning

/**
 * @param {Diagnosis} diagnosis
 * @param {string|undefined} command That shows more of the fault.
 * @param {Paint} paint
 * @returns {string} Verdict, evidence, what was ruled out, and what to do next.
 */
function diagnosisText (diagnosis, command, paint) {
  const { facts, first, others, ruledOut, hottestFrame, excessListeners } = diagnosis
  const { errorShare, inProgress, backgroundCpu } = facts
  const lines = [['evidence', first.figure]]
  for (const { verdict, figure } of others) lines.push(['also', `${verdict}: ${figure}`])
  for (const { emitter, event, listeners, location } of excessListeners.slice(0, 2)) {
    const added = `added at ${relativeToRoot(location)}`
    lines.push(['listeners', `${number(listeners)} of "${event}" on ${emitter}, ${added}`])
  }
  if (inProgress > 1) {
    const resources = describeResources(facts.resources)
    lines.push(['in progress', `${number(inProgress)} requests; ${resources}`])
  }
  if (hottestFrame) {
    const { name, file, line } = hottestFrame.frame
    const title = name === '(anonymous)' ? 'an anonymous function' : name
    const share = `${percent(hottestFrame.share)} of the CPU time`
    lines.push(['your code', `${share} is in ${title}, ${relativeToRoot(file)}:${line}`])
  }
  for (const [i, { verdict, figure }] of ruledOut.entries()) {
    lines.push([i ? '' : 'ruled out', `${verdict}: ${figure}`])
  }
  if (errorShare > FAILED) {
    lines.push(['warning', `${percent(errorShare)} of the requests failed: a bench shows how`])
  }
  if (backgroundCpu > BUSY) {
    const use = `other programs used ${percent(backgroundCpu)} of a core`
    lines.push(['warning', `${use}. Close them and diagnose again`])
  }
  lines.push(['next', command ? `${command}: ${first.next}` : first.next])
  return `${titleLine(diagnosis.target, first.verdict, paint)}\n\n${factLines(lines, paint)}`
}

/** @param {Record<string, number>} resources */
function describeResources (resources) {
  const most = Object.entries(resources).sort(([, a], [, b]) => b - a).slice(0, 3)
  return most.map(([kind, count]) => `${number(count)} ${kind}`).join(', ')
}

/** @param {string} location */
function relativeToRoot (location) {
  return location.replace(ROOT + path.sep, '')
}

module.exports = { diagnosisText }
