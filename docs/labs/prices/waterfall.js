'use strict'

/** @import { MeasuredPart } from '../../../scripts/lib/compare/types' */

const { number, ratio, rough } = require('../../../scripts/lib/cli/format')
const { gainOf, valuesOf } = require('../../../scripts/lib/compare/lab-analysis')
const { median } = require('../../../scripts/lib/compare/medians')

// What each step changes: the rows of the picture, and headings in docs/stages.md.
const CHANGES = {
  json: 'JSON as a string',
  id: 'A tag from the id',
  key: 'The URL as the key',
  buffer: 'The body kept as bytes',
  headers: 'One writeHead',
  server: 'No Server header',
  correct: 'HEAD and 304',
  baseline: 'Without restify'
}
const TOTALS = ['fast', 'optimized', 'baseline']

/**
 * Gives the bars of the picture: those of three targets begin at zero, those of the steps show what
 * is gained.
 * @param {MeasuredPart} part the recorded steps
 */
function waterfall (part) {
  const { targets } = part
  const bars = []
  let from = median(valuesOf(targets[0], 'cpu'))
  for (const { name } of targets) {
    const gain = gainOf(part, name, 'cpu')
    const to = from / (gain?.ratio ?? 1)
    if (gain && name in CHANGES) bars.push(stepBar(name, from, to, gain))
    if (TOTALS.includes(name)) {
      bars.push({ name, from: 0, to, text: `${number(rough(to))} µs`, color: name })
    }
    from = to
  }
  return bars
}

// Its interval is that of what the step leaves.
function stepBar (name, from, to, { ratio: factor, interval, isShown }) {
  const [low, high] = interval ?? [factor, factor]
  return {
    name: CHANGES[name],
    from,
    to,
    low: from / high,
    high: from / low,
    text: isShown ? ratio(factor) : 'none shown',
    color: 'faint'
  }
}

module.exports = { waterfall, CHANGES }
