'use strict'

/** @import { Interval } from '../load/types' */
/** @import { Result } from '../server/types' */
/** @import { TableData } from './types' */

const { significant } = require('../cli/format')
const { STAGES } = require('../cli/project')
const { cpuTimes, summarizeRuns } = require('../load/medians')
const {
  latencyCell,
  middleCell,
  rateCell,
  ratioCell
} = require('./cells')

const CPU_NOTE =
  'Speed-up and share of the baseline: by the CPU time that a request costs the server.'

/**
 * @param {Result[][]} series the runs of each target
 * @param {typeof singleContrast} [contrast] compares the figures of two targets
 * @returns {TableData} of medians
 */
function summaryTable (series, contrast = singleContrast) {
  const isSingle = series.every(({ length }) => length === 1)
  const head = ['', 'Req/Sec', 'CPU time per request', 'speed-up', 'of the baseline']
  if (isSingle) head.push('p99') // no room for it beside intervals
  head.push('limited by')
  const runsOf = (name) => series.find(([{ target }]) => target === name)
  const baseline = runsOf('baseline')
  const rows = series.map((runs) => {
    const [{ target }] = runs
    const earlier = STAGES.slice(0, Math.max(0, STAGES.indexOf(target)))
    const before = earlier.findLast(runsOf) // the last that was measured
    const sample = summarizeRuns(runs)

    function contrastCell (reference, unit, format) {
      const { ratio, interval } = contrast(cpuTimes(runs), cpuTimes(reference))
      return ratioCell({ ratio, interval: reference === runs ? null : interval }, unit, format)
    }

    const row = [
      target,
      rateCell(sample),
      middleCell(sample.cpu, ' µs'),
      before ? contrastCell(runsOf(before), ` × ${before}`) : '',
      baseline ? contrastCell(baseline, ' %', (ratio) => significant(ratio * 100)) : ''
    ]
    if (isSingle) row.push(latencyCell(runs[0], 'p99'))
    row.push([...new Set(runs.map(({ bottleneck }) => bottleneck))].join('\n'))
    return row
  })
  return { head, rows }
}

/**
 * @param {number[]} a a figure of one run
 * @param {number[]} b the same
 * @returns {{ratio: number, interval: Interval|null}}
 */
function singleContrast (a, b) {
  return { ratio: b[0] / a[0], interval: null }
}

module.exports = { summaryTable, CPU_NOTE }
