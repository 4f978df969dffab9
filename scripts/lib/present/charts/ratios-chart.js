'use strict'

/** @import { Series } from '../../experiments/types' */
/** @import { Chart } from '../types' */

const { significant } = require('../../base/format')
const { analyzeComparison, decisiveContrast } = require('../../experiments/analysis')
const { decisiveRatio, intervalText, meansTable } = require('../comparison-table')
const { rowSpec } = require('./row-chart')

const NOTES = [
  'By CPU time per request, which does not depend on who sends the load; by requests per second ' +
    'only where a run has no CPU time.',
  'Line: the 95 % confidence interval. Where it spans 1, no difference was shown. An arrow: no ' +
    'bound on that side.'
]

/** @param {Series[]} comparisons @returns {Chart} how many times as fast each B is as its A */
function comparisonsChart (comparisons) {
  const points = []
  const rows = []
  const sentences = []
  for (const comparison of comparisons) {
    const analysis = analyzeComparison(comparison)
    const { ratio, interval, p } = decisiveContrast(analysis)
    const { name: target } = analysis.b
    const name = `${analysis.a.name} → ${target}`
    const text = decisiveRatio(analysis)
    const range = intervalText(interval)
    points.push({ name, target, value: ratio, low: interval[0], high: interval[1], text })
    sentences.push(`${name} ${text}, from ${range}`)
    const [a, b] = meansTable(analysis).rows
    rows.push([name, a[2], b[2], a[3], b[3], text, range, significant(p)])
  }
  return {
    title: 'Comparisons',
    alt: `Speed-ups on a log axis, with 95 % confidence intervals: ${sentences.join('; ')}.`,
    notes: NOTES,
    spec: rowSpec(points, 'times as fast, log axis', 1),
    head: ['A → B', 'A, req/s', 'B, req/s', 'A, CPU', 'B, CPU', 'speed-up', '95 % interval', 'p'],
    rows
  }
}

module.exports = { comparisonsChart }
