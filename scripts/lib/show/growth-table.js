'use strict'

/** @import { Growth, Interval } from '../compare/types' */

const {
  ms,
  number,
  percent,
  significant
} = require('../cli/format')
const { factLines, titleLine } = require('../cli/terminal')
const { predictAnswers } = require('../compare/growth')
const { describeRequest } = require('../load/load-settings')
const { terminalTable } = require('./table')

const WIDTH = 24 // characters of the longest bar
const SECONDS = 10 // of the load that is predicted: the default of a bench
const MANY_LISTENERS = 10 // from which on Node.js warns

/** Shows the samples, the fit, and what it predicts. @param {Growth} growth */
function growthTable (growth) {
  const { target, environment, settings, fit } = growth
  const conditions = describeRequest(settings)
  conditions.push('one request after another on one connection', `Node.js ${environment.node}`)
  const predicted = predictAnswers(growth, SECONDS)
  const facts = [
    ['fit', 'time of a request = a + b·k, k being the requests served before'],
    ['a', valueText(fit.a, fit.aInterval)],
    ['b', valueText(fit.b, fit.bInterval)],
    ['R²', significant(fit.r2)],
    ['verdict', verdict(growth, predicted)]
  ]
  if (predicted) {
    const load = `a load of ${SECONDS} s: √(2 · ${SECONDS} s / ${us(fit.b)})`
    facts.push(['predicts', `${number(Math.round(predicted))} answers to ${load}`])
  }
  return [
    titleLine(target, conditions.join(', ')),
    terminalTable(samplesTable(growth)),
    '',
    factLines(facts)
  ].join('\n')
}

/** @param {Growth} growth */
function samplesTable ({ samples }) {
  // The first request compiles and connects: its bar would dwarf the others.
  const longest = Math.max(...samples.slice(1).map((sample) => sample.ms))
  const rows = samples.map((sample) => {
    const length = Math.min(WIDTH, Math.round(sample.ms / longest * WIDTH))
    return [
      number(sample.requests),
      sample.listeners === null ? '' : number(sample.listeners),
      ms(sample.ms),
      number(sample.perSecond),
      '█'.repeat(length).padEnd(WIDTH)
    ]
  })
  return { head: ['requests', 'listeners', 'a request', 'Req/Sec', ''], rows }
}

/** @param {Growth} growth @param {number|null} predicted */
function verdict ({ target, fit, samples }, predicted) {
  const [low, high] = fit.bInterval
  const { requests, listeners } = samples[samples.length - 1]
  const share = percent(Math.abs(fit.b * requests / fit.a))
  if (predicted) return `${target} grows: each request makes every later one ${us(fit.b)} slower`
  if (low > 0) return `${target} grew by ${share} in ${number(requests)} requests`
  if (high < 0) return `${target} does not grow: it became ${share} faster, as in a warm-up`
  const most = `at most ${us(high * 1000)} per thousand requests (95 % confidence)`
  const none = `no growth of ${target} is shown: ${most}`
  const added = (listeners ?? 0) - (samples[0].listeners ?? 0)
  if (added <= MANY_LISTENERS) return none
  return `${none}, but ${number(added)} listeners were added: a longer run may show their cost`
}

/** @param {number} value @param {Interval} interval */
function valueText (value, [low, high]) {
  return `${us(value)} (95 % confidence interval: ${us(low)} to ${us(high)})`
}

// Of a value in ms.
/** @param {number} value */
function us (value) {
  return `${significant(value * 1000)} µs`
}

module.exports = { growthTable }
