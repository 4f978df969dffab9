'use strict'

const { ms, percent } = require('../cli/format')
const { mean } = require('../load/median')

const DATA =
  /<script type="application\/json" id="clinic-data">([^]*?)<\/script>/
// By Doctor's issue category.
const SENTENCES = {
  'event-loop':
    'a potential event-loop issue: something blocks the event loop for long periods.',
  io: 'a potential I/O issue: the process waits for something slow outside of it.',
  gc: 'a potential garbage-collection issue: the process allocates and discards memory too fast.',
  none: 'no issue.',
  unknown:
    'an issue of unknown kind: the metrics contradict each other. ' +
    'Close other programs and run this again: the server may have waited for a CPU core.',
  data: 'too little data for a verdict: raise DURATION.'
}

/**
 * Says in words what Clinic Doctor found.
 * @param {string} page its HTML
 * @returns {{verdict: string, messages: string[]}} its issue category, and the lines to print
 */
function explainReport (page) {
  const { analysis, processStat } = JSON.parse(page.match(DATA)?.[1] ?? '')
  const {
    issueCategory: verdict,
    interval: [from, to]
  } = analysis
  const underLoad = processStat.filter(
    ({ timestamp }) => timestamp >= from && timestamp <= to
  )
  const messages = [`Doctor sees ${SENTENCES[verdict]}`]
  if (!underLoad.length) return { verdict, messages }
  const worst = Math.max(...underLoad.map(({ delay }) => delay)) // ms
  const cpu = mean(underLoad.map((stat) => stat.cpu)) // cores
  messages.push(
    `worst event-loop delay ${ms(worst)}, CPU ${percent(cpu)} of a core on average, ` +
      'both under load'
  )
  return { verdict, messages }
}

module.exports = { explainReport }
