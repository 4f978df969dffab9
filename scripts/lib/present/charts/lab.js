'use strict'

const { number } = require('../../base/format')
const { experimentTable } = require('../lab-table')
const { colourChannel, rowChannel, rowsHeight } = require('./channels')
const { valuesOf } = require('../../experiments/labs')
const { median } = require('../../statistics/median')

const BETTER = { higher: 'Higher is better.', lower: 'Lower is better.' }

// One experiment of a lab: every run a point, and a bar to the median, for the first of its figures.
/** @typedef {import('../../experiments/types').MeasuredExperiment} Measured */
/** @param {{title: string, experiment: Measured}} lab @returns {import('../draw-chart').Chart} */
function labChart ({ title, experiment }) {
  const { figures: [{ name: figure, label, unit, better }], targets } = experiment
  const runs = targets.map((target) => ({ name: target.name, xs: valuesOf(target, figure) }))
  const medians = runs.filter(({ xs }) => xs.length)
    .map(({ name, xs }) => ({ name, x: median(xs), text: number(median(xs)) }))
  const values = runs.flatMap(({ name, xs }) => xs.map((x) => ({ name, x })))
  const names = targets.map(({ name }) => name)
  const scale = { domain: [0, Math.max(...values.map(({ x }) => x), 0) * 1.45 || 1], nice: false }
  const axis = { title: unit ? `${label}, ${unit}` : label, format: ',f', tickCount: 5 }
  const encoding = { color: colourChannel(names) }
  const text = { type: 'text', align: 'left', dx: 10, dy: -12, fontWeight: 'bold' }
  return {
    title: `${title}: ${experiment.title}`,
    alt: `${axis.title}: ${medians.map(({ name, text }) => `${name} ${text}`).join(', ')}.`,
    notes: [`A point is one run, the bar their median.${better ? ` ${BETTER[better]}` : ''}`],
    spec: {
      height: rowsHeight(names, 34) + 50,
      data: { values: medians },
      encoding: { x: { field: 'x', type: 'quantitative', scale, axis }, y: rowChannel(names) },
      layer: [
        { mark: { type: 'bar', opacity: 0.35, height: { band: 0.7 } }, encoding },
        { data: { values }, mark: { type: 'point', filled: true, size: 34, opacity: 0.9 }, encoding },
        { mark: text, encoding: { text: { field: 'text' } } }
      ]
    },
    ...experimentTable(experiment)
  }
}

module.exports = { labChart }
