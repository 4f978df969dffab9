'use strict'

// A soak as text, and what is wrong with it.

const { bytes, ms, number, ratio } = require('./format')
const { grid } = require('./table')

const LATER = 1.1 // times the p99 of the second tenth, that of the last may be

/**
 * @param {import('./soak').Soak} soak
 * @returns {{head: string[], rows: string[][]}}
 */
function soakRows ({ answers, lost, wrong, tags, listeners, growth, latency }) {
  const slope = ({ b, bInterval: [low, high] }) => `${bytes(b * 1e6)} a million requests (95 %: ${bytes(low * 1e6)} to ${bytes(high * 1e6)})`
  return {
    head: ['', 'measured'],
    rows: [
      ['answers', Object.entries(answers).map(([status, count]) => `${number(count)} with ${status}`).join(', ')],
      ['without an answer', number(lost)],
      ['wrong answers', Object.entries(wrong).map(([what, count]) => `${number(count)}: ${what}`).join(', ') || '0'],
      ['tags', number(tags)],
      ['after listeners, first and last', `${number(listeners.first)}, ${number(listeners.last)}`],
      ['heap', slope(growth.heap)],
      ['RSS', slope(growth.rss)],
      ['p99 of the second tenth, of the last', `${ms(latency.p99[1])}, ${ms(latency.p99.at(-1))} (${ratio(latency.change)})`]
    ]
  }
}

/**
 * @param {import('./soak').Soak} soak
 * @param {import('./table').Paint} paint
 * @returns {string}
 */
function soakTable (soak, paint) {
  const { head, rows } = soakRows(soak)
  return [
    `${paint('bold', soak.stage)}: ${number(soak.settings.requests)} requests, ${soak.settings.connections} connections, ${number(soak.took)} s, Node.js ${soak.environment.node}`,
    grid(head, rows, paint, ['left', 'left'])
  ].join('\n')
}

/**
 * @param {import('./soak').Soak} soak
 * @returns {string[]} a sentence for each thing that must not be
 */
function problems ({ lost, wrong, listeners, growth, latency }) {
  const grows = ({ bInterval: [low] }) => low > 0
  return [
    ...(lost ? [`${number(lost)} requests had no answer`] : []),
    ...Object.entries(wrong).map(([what, count]) => `${number(count)} times ${what}`),
    ...(listeners.last !== listeners.first ? [`the listeners went from ${listeners.first} to ${listeners.last}`] : []),
    ...(grows(growth.heap) ? ['the heap grows'] : []),
    ...(grows(growth.rss) ? ['the RSS grows'] : []),
    ...(latency.change > LATER ? [`the p99 of the last tenth is ${ratio(latency.change)} that of the second`] : [])
  ]
}

module.exports = { problems, soakRows, soakTable }
