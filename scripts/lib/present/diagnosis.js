'use strict'

// A diagnosis as text: the verdict with its figure, your hottest function, what was ruled out, and the next command.

const path = require('node:path')
const { number, percent } = require('../base/format')
const { ROOT } = require('../system/root')
const { factLines, titleLine } = require('./table')

const BUSY = 0.2 // of a core, used by other programs: more gets a warning
const FEW = 0.01 // of the requests failed: more gets a warning
const KINDS = 3 // of resources that are shown

/** @type {(diagnosis: import('../diagnosis/collect').Diagnosis, makeLine: (tool: string) => string,
 *   paint: import('./table').Paint) => string} `makeLine`: the command of a tool for this target */
function diagnosisText (diagnosis, makeLine, paint) {
  const { target, facts, first, others, ruledOut, own, excessListeners } = diagnosis
  const { errorShare, inProgress, backgroundCpu, resources } = facts
  return [
    titleLine(target, first.verdict, paint),
    '',
    factLines([
      ['evidence', first.figure],
      ...others.map(({ verdict, figure }) => ['also', `${verdict}: ${figure}`]),
      ...excessListeners.slice(0, 2).map(({ emitter, event, listeners, location }) =>
        ['listeners', `${number(listeners)} of "${event}" on ${emitter}, added at ${shorten(location)}`]),
      ...(inProgress > 1 ? [['in progress', `${number(inProgress)} requests; ${describeResources(resources)}`]] : []),
      ...(own ? [['your code', `${percent(own.share)} of the CPU time is in ${placeOf(own.frame)}`]] : []),
      ...ruledOut.map(({ verdict, figure }, i) => [i ? '' : 'ruled out', `${verdict}: ${figure}`]),
      ...(errorShare > FEW ? [['warning', `${percent(errorShare)} of the requests failed: a bench shows how`]] : []),
      ...(backgroundCpu > BUSY
        ? [['warning', `other programs used ${percent(backgroundCpu)} of a core. Close them and diagnose again`]]
        : []),
      ['next', `${first.tool ? `${makeLine(first.tool)}: ` : ''}${first.next}`]
    ], paint)
  ].join('\n')
}

/** @param {Record<string, number>} resources @returns {string} those of which there are the most */
const describeResources = (resources) => Object.entries(resources).sort(([, a], [, b]) => b - a).slice(0, KINDS)
  .map(([kind, count]) => `${number(count)} ${kind}`).join(', ')

/** @param {import('../profiling/frames').Frame} frame */
const placeOf = ({ name, file, line }) =>
  `${name === '(anonymous)' ? 'an anonymous function' : name}, ${shorten(file)}:${line}`

/** @param {string} location @returns {string} without the folder of this project */
const shorten = (location) => location.replace(ROOT + path.sep, '')

module.exports = { diagnosisText }
