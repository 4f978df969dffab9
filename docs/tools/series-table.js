'use strict'

/** @import { Result } from '../../scripts/lib/load/types' */
/** @import { TableData } from '../../scripts/lib/show/types' */

const { significant } = require('../../scripts/lib/cli/format')
const { STAGES } = require('../../scripts/lib/cli/project')
const { cpuTimes, summarizeRuns } = require('../../scripts/lib/compare/medians')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { middleCell, rateCell, ratioCell } = require('../../scripts/lib/show/cells')

const HEAD = ['', 'Req/Sec', 'CPU time per request', 'speed-up', 'of the baseline', 'limited by']

/**
 * @param {Result[][]} series the runs of each target
 * @param {typeof pairedContrast} [contrast] compares the figures of two targets
 * @returns {TableData} of medians
 */
function seriesTable (series, contrast = pairedContrast) {
  const runsOf = (name) => series.find(([{ target }]) => target === name)
  const baseline = runsOf('baseline')

  function contrastCell (runs, reference, unit, format) {
    const { ratio, interval } = contrast(cpuTimes(runs), cpuTimes(reference))
    return ratioCell({ ratio, interval: reference === runs ? null : interval }, unit, format)
  }

  const rows = series.map((runs) => {
    const [{ target }] = runs
    const summary = summarizeRuns(runs)
    const earlier = STAGES.slice(0, Math.max(0, STAGES.indexOf(target)))
    const before = earlier.findLast(runsOf) // the last that was measured
    return [
      target,
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

module.exports = { seriesTable }
