'use strict'

/** @import { Growth, Interval } from '../compare/types' */

const { micros, ms, number, percent, significant } = require('../cli/format')
const { factLines, titleLine } = require('../cli/terminal')
const { predictAnswers } = require('../compare/growth')
const { describeRequest } = require('../load/load-settings')
const { terminalTable } = require('./table')

const WIDTH = 24 // characters of the longest bar
const SECONDS = 10 // of the load that is predicted: the default of a bench
const MANY_LISTENERS = 10 // from which on Node.js warns

/** Shows the verdict and the samples. @param {Growth} growth @param {boolean} [statistics] */
function growthTable (growth, statistics) {
  const { target, environment, settings } = growth
  const conditions = describeRequest(settings)
  conditions.push('one request after another on one connection', `Node.js ${environment.node}`)
  const predicted = predictAnswers(growth, SECONDS)
  const facts = [['verdict', verdict(growth, predicted)]]
  if (predicted) {
    facts.push(['predicts', `${number(Math.round(predicted))} answers to a load of ${SECONDS} s`])
  }
  const lines = [
    titleLine(target, conditions.join(', ')),
    factLines(facts),
    terminalTable(samplesTable(growth))
  ]
  if (statistics) lines.push(factLines(fitFacts(growth)))
  return lines.join('\n')
}

/** @param {Growth} growth */
function fitFacts ({ fit }) {
  return [
    ['fit', 'time of a request = a + b·k, where k requests were served before'],
    ['a', valueText(fit.a, fit.aInterval)],
    ['b', valueText(fit.b, fit.bInterval)],
    ['R²', significant(fit.r2)]
  ]
}

/** @param {Growth} growth */
function samplesTable ({ samples }) {
  const longest = Math.max(...samples.slice(1).map((sample) => sample.ms))
  const rows = samples.map((sample, i) => {
    const length = Math.round(sample.ms / longest * WIDTH)
    const bar = i ? '█'.repeat(length) : 'cold' // it compiles, and would dwarf the others
    return [
      number(sample.requests),
      sample.listeners === null ? '' : number(sample.listeners),
      ms(sample.ms),
      number(sample.perSecond),
      bar.padEnd(WIDTH)
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

/** @param {number} value ms */
const us = (value) => micros(value * 1000)

module.exports = { growthTable }
