'use strict'

// What each step gains, from the first target to the last one. A Vega-Lite spec.

/** @import { MeasuredPart } from '../../../scripts/lib/compare/types' */

const { number, rough } = require('../../../scripts/lib/cli/format')
const { ratioOf, valuesOf } = require('../../../scripts/lib/compare/lab-analysis')
const { median } = require('../../../scripts/lib/load/medians')
const { colour } = require('../draw-chart')

const ROW = 30 // px

/**
 * @param {MeasuredPart} part of a lab, each target of which is compared with the one before
 * @param {string} figure in µs
 * @param {Record<string, {step?: string, total?: string}>} words for each target: what it changes,
 *   and its name if its own figure is shown, too
 */
function waterfallChart (part, figure, words) {
  const rows = []
  let value = median(valuesOf(part.targets[0], figure))
  for (const [i, { name }] of part.targets.entries()) {
    const { step, total } = words[name]
    if (step) {
      const contrast = ratioOf(part, [name, part.targets[i - 1].name, figure])
      rows.push(stepRow(step, value, contrast))
      value *= contrast.ratio
    }
    if (total) rows.push(totalRow(total, value))
  }
  const [first] = rows
  const x = {
    type: 'quantitative',
    scale: { domain: [0, first.to * 1.3], nice: false }, // room for the text of the first bar
    axis: { title: 'µs of CPU time per request', tickCount: 5 }
  }
  return {
    height: rows.length * ROW,
    data: { values: rows },
    encoding: {
      y: {
        field: 'label',
        sort: null,
        axis: { title: null, grid: false, labelColor: colour('ink'), labelLimit: 200 } // px
      }
    },
    layer: [
      {
        mark: { type: 'bar', height: ROW / 2 },
        encoding: {
          x: { ...x, field: 'from' },
          x2: { field: 'to' },
          color: { field: 'color', scale: null }
        }
      },
      {
        mark: { type: 'rule', strokeWidth: 2 },
        encoding: {
          x: { ...x, field: 'low' },
          x2: { field: 'high' },
          color: { value: colour('ink') }
        }
      },
      {
        mark: { type: 'text', align: 'left', dx: 6 },
        encoding: { x: { ...x, field: 'right' }, text: { field: 'text' } }
      }
    ]
  }
}

function totalRow (label, value) {
  return {
    label,
    from: 0,
    to: value,
    right: value,
    text: `${number(rough(value))} µs`,
    color: colour(label)
  }
}

// The line is the interval of what the step leaves.
function stepRow (label, before, { ratio, interval }) {
  const [low, high] = interval
  const isShown = high < 1 || low > 1
  const change = before * (ratio - 1)
  const sign = change < 0 ? '−' : '+'
  return {
    label,
    from: before,
    to: before * ratio,
    low: before * low,
    high: before * high,
    right: before * Math.max(1, high),
    text: isShown ? `${sign}${number(rough(Math.abs(change)))} µs` : 'no difference shown',
    color: colour(isShown ? 'muted' : 'faint')
  }
}

module.exports = { waterfallChart }
