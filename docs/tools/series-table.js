'use strict'

/** @import { Growth, Series } from '../../scripts/lib/compare/types' */
/** @import { TableData } from '../../scripts/lib/show/types' */

const { number, percent, significant } = require('../../scripts/lib/cli/format')
const { STAGES } = require('../../scripts/lib/cli/project')
const { cpuTimes, summarizeRuns } = require('../../scripts/lib/compare/medians')
const { halfWidth, pairedContrast } = require('../../scripts/lib/compare/paired')
const { mean, standardDeviation } = require('../../scripts/lib/load/statistics')
const { middleCell, rateCell, ratioCell } = require('../../scripts/lib/show/cells')

const HEAD = ['', 'Req/Sec', 'CPU time per request', 'speed-up', 'of the baseline', 'limited by']
const SLOPE_HEAD = ['', 'added by 1,000 requests', 'a request at the end', 'added, at most']

/** @param {Series['targets']} targets @returns {TableData} of medians */
function seriesTable (targets) {
  const runsOf = (target) => targets.find(({ name }) => name === target)?.runs
  const baseline = runsOf('baseline')

  function contrastCell (runs, reference, unit, format) {
    const { ratio, interval } = pairedContrast(cpuTimes(runs), cpuTimes(reference))
    return ratioCell({ ratio, interval: reference === runs ? null : interval }, unit, format)
  }

  const rows = targets.map(({ name, runs }) => {
    const summary = summarizeRuns(runs)
    const earlier = STAGES.slice(0, Math.max(0, STAGES.indexOf(name)))
    const before = earlier.findLast(runsOf) // the last that was measured
    return [
      name,
      rateCell(summary),
      middleCell(summary.cpu, ' µs'),
      before ? contrastCell(runs, runsOf(before), ` × ${before}`) : '',
      baseline ? contrastCell(runs, baseline, ' %', inPercent) : '',
      [...new Set(runs.map(({ bottleneck }) => bottleneck))].join('\n')
    ]
  })
  return { head: HEAD, rows }
}

function inPercent (ratio) {
  return significant(ratio * 100)
}

/**
 * Pools the runs of each target. They are independent of each other, and the requests of one run
 * are not: so a run counts as one value, and the interval is Student's t for the mean of the runs.
 * @param {{name: string, runs: Growth[]}[]} targets
 * @returns {TableData} with 95 % intervals
 */
function slopeTable (targets) {
  const rows = targets.map(({ name, runs }) => {
    const slopes = runs.map(({ fit }) => fit.b * 1e6) // µs per thousand requests
    const time = mean(runs.map(({ samples }) => samples[samples.length - 1].ms * 1000)) // µs
    const slope = mean(slopes)
    const half = halfWidth(standardDeviation(slopes), slopes.length)
    const high = slope + half
    return [
      name,
      `${number(slope)} µs\n${number(slope - half)} to ${number(high)}`,
      `${number(time)} µs`,
      percent(Math.max(0, high) / time)
    ]
  })
  return { head: SLOPE_HEAD, rows }
}

module.exports = { seriesTable, slopeTable }
