'use strict'

const { number } = require('../../cli/format')
const { experimentTable, summarizeFigure } = require('../lab-table')
const { colourChannel, rowChannel } = require('./channels')

/**
 * One experiment of a lab: every run a point, and a bar to the mean, for the first of its figures.
 *
 * @param {{title: string, experiment: import('../../experiments/run-lab').MeasuredExperiment}} lab its title, and one of
 *   its experiments
 * @returns {import('../draw-chart').Chart}
 */
function labChart ({ title, experiment }) {
  const { figures: [figure], targets } = experiment
  const means = targets.flatMap((target) => {
    const mean = summarizeFigure(target, figure.name)?.mean
    return mean === undefined ? [] : [{ name: target.name, x: mean, text: number(mean) }]
  })
  const values = targets.flatMap(({ name, observations }) =>
    observations.map((observation) => ({ name, x: observation[figure.name] ?? NaN }))).filter(({ x }) => !Number.isNaN(x))
  const names = targets.map(({ name }) => name)
  const top = Math.max(...values.map(({ x }) => x), 0) * 1.25 || 1
  const label = figure.unit ? `${figure.label}, ${figure.unit}` : figure.label
  const x = {
    field: 'x',
    type: 'quantitative',
    scale: { domain: [0, top], nice: false },
    axis: { title: label, format: ',f', tickCount: 5 }
  }
  const better = figure.better ? ` ${figure.better === 'higher' ? 'Higher' : 'Lower'} is better.` : ''
  return {
    title: `${title}: ${experiment.title}`,
    alt: `${label}: ${means.map(({ name, text }) => `${name} ${text}`).join(', ')}.`,
    notes: [`A point is one run, the bar their mean.${better}`],
    spec: {
      height: 34 * names.length + 50,
      data: { values: means },
      encoding: { x, y: rowChannel(names, 170), color: colourChannel(names) },
      layer: [
        { mark: { type: 'bar', opacity: 0.35, height: { band: 0.7 } } },
        { data: { values }, mark: { type: 'point', filled: true, size: 34, opacity: 0.9 } },
        {
          mark: { type: 'text', align: 'left', dx: 10, dy: -12, fontWeight: 'bold' },
          encoding: { text: { field: 'text' }, color: { value: 'var(--ink)' } }
        }
      ]
    },
    ...experimentTable(experiment)
  }
}

module.exports = { labChart }
