'use strict'

// A diagnosis as text: the verdict, its evidence, what was ruled out, and the next command.

const path = require('node:path')
const { bytes, ms, number, percent, ratio, significant } = require('../cli/format')
const { ROOT } = require('../system/root')
const { factLines, terminalWidth, titleLine } = require('./table')

/** @type {(diagnosis: any, paint: import('./table').Paint, width?: number) => string} */
function diagnosisText (diagnosis, paint, width = terminalWidth()) {
  const { target, facts, first, others, own, crowded = [] } = diagnosis
  const place = own && `${own.frame.name}, ${path.relative(ROOT, own.frame.file)}:${own.frame.line}`
  /** @type {{emitter: string, event: string, listeners: number, place: string}[]} */
  const events = crowded
  return [
    titleLine(target, first.verdict, paint, width),
    '',
    factLines([
      ['because', first.because],
      ...(own ? [['your code', `${place}: ${percent(own.share)} of the CPU time, with what it calls`]] : []),
      ...others.map((/** @type {{verdict: string, because: string}} */ { verdict, because }) =>
        ['also', `${verdict}: ${because}`]),
      ...events.slice(0, 2).map(({ emitter, event, listeners, place }) =>
        ['listeners', `${number(listeners)} of "${event}" on ${emitter}, added at ${relative(place)}`]),
      ['figures', figures(facts)],
      ['next', first.next]
    ], paint, width)
  ].join('\n')
}

/** @param {string} place @returns {string} without the folder of this project */
const relative = (place) => place.replace(ROOT + path.sep, '')

/** @param {import('../diagnosis/rules').Facts} facts */
const figures = (facts) => [
  `event loop ${percent(facts.elu)}`,
  `CPU time ${ms(facts.cpuPerRequest)} per request`,
  `its growth ${ratio(facts.growthAlone)} alone, ${ratio(facts.growthUnderLoad)} under load`,
  `garbage collections ${percent(facts.gcShare)}`,
  `kept after them ${bytes(facts.kept)}`,
  `thread pool ${ms(facts.poolDelay)}`,
  `loop delay ${ms(facts.loopDelay)}`,
  `one request at a time ${ms(facts.serviceTime)}`,
  `synchronous calls ${percent(facts.syncShare)}`,
  facts.otherPrograms > 0.2 && `other programs ${significant(facts.otherPrograms)} cores`
].filter(Boolean).join(', ')

module.exports = { diagnosisText }
