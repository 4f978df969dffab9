'use strict'

// A diagnosis as text: the verdict with its figure, your hottest function, what was ruled out, and the next command.

const path = require('node:path')
const { number, percent } = require('../cli/format')
const { ROOT } = require('../system/root')
const { factLines, terminalWidth, titleLine } = require('./table')

const BUSY = 0.2 // of a core, by other programs: from here on, it is said

/** @type {(diagnosis: import('../diagnosis/measure').Diagnosis, makeLine: (tool: string) => string,
 *   paint: import('./table').Paint, width?: number) => string} `makeLine`: the command of a tool for this target */
function diagnosisText ({ target, facts, first, others, ruledOut, own, crowded }, makeLine, paint, width = terminalWidth()) {
  const { otherPrograms } = facts
  return [
    titleLine(target, first.verdict, paint, width),
    '',
    factLines([
      ['evidence', first.figure],
      ...others.map(({ verdict, figure }) => ['also', `${verdict}: ${figure}`]),
      ...crowded.slice(0, 2).map(({ emitter, event, listeners, place }) =>
        ['listeners', `${number(listeners)} of "${event}" on ${emitter}, added at ${shorten(place)}`]),
      ...(own ? [['your code', `${percent(own.share)} of the CPU time is in ${placeOf(own.frame)}`]] : []),
      ...ruledOut.map(({ verdict, figure }, i) => [i ? '' : 'ruled out', `${verdict}: ${figure}`]),
      ...(otherPrograms > BUSY
        ? [['warning', `other programs used ${percent(otherPrograms)} of a core. Close them and diagnose again`]]
        : []),
      ['next', `${first.tool ? `${makeLine(first.tool)}: ` : ''}${first.next}`]
    ], paint, width)
  ].join('\n')
}

/** @param {import('../profiling/frames').Frame} frame */
const placeOf = ({ name, file, line }) => `${name}, ${shorten(file)}:${line}`

/** @param {string} place @returns {string} without the folder of this project */
const shorten = (place) => place.replace(ROOT + path.sep, '')

module.exports = { diagnosisText }
