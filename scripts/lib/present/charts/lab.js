'use strict'

const { number } = require('../../cli/format')
const { experimentTable, summarizeFigure } = require('../lab-table')
const { colourChannel, rowChannel } = require('./channels')

const BETTER = { higher: 'Higher is better.', lower: 'Lower is better.' }

// One experiment of a lab: every run a point, and a bar to the mean, for the first of its figures.
/** @param {import('./ratios').Titled} lab @returns {import('../draw-chart').Chart} */
function labChart ({ title, experiment }) {
  const { figures: [{ name: figure, label, unit, better }], targets } = experiment
  const means = targets.flatMap((target) => {
    const mean = summarizeFigure(target, figure)?.mean
    return mean === undefined ? [] : [{ name: target.name, x: mean, text: number(mean) }]
  })
  const values = targets.flatMap(({ name, observations }) =>
    observations.map((observation) => ({ name, x: observation[figure] ?? NaN }))).filter(({ x }) => !Number.isNaN(x))
  const names = targets.map(({ name }) => name)
  const scale = { domain: [0, Math.max(...values.map(({ x }) => x), 0) * 1.45 || 1], nice: false }
  const axis = { title: unit ? `${label}, ${unit}` : label, format: ',f', tickCount: 5 }
  const encoding = { color: colourChannel(names) }
  const text = { type: 'text', align: 'left', dx: 10, dy: -12, fontWeight: 'bold' }
  return {
    title: `${title}: ${experiment.title}`,
    alt: `${axis.title}: ${means.map(({ name, text }) => `${name} ${text}`).join(', ')}.`,
    notes: [`A point is one run, the bar their mean.${better ? ` ${BETTER[better]}` : ''}`],
    spec: {
      height: 34 * names.length + 50,
      data: { values: means },
      encoding: { x: { field: 'x', type: 'quantitative', scale, axis }, y: rowChannel(names, 200) },
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
