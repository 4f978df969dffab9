'use strict'

const { number } = require('../../cli/format')
const { experimentTable, summarizeFigure } = require('../lab-table')
const { colour, colourOf } = require('../theme')

const ROW = 34 // px a target

/**
 * One experiment of a lab: every run a point, and a line at the mean, for the first of its figures.
 *
 * @param {{title: string, experiment: import('../../experiments/run-lab').MeasuredExperiment}} lab its title, and one of its experiments
 * @returns {import('../draw-chart').Chart}
 */
function labChart ({ title, experiment }) {
  const { figures: [figure], targets } = experiment
  const means = targets.map((target) => ({ name: target.name, x: summarizeFigure(target, figure.name)?.mean })).filter(({ x }) => x !== undefined)
  const values = targets.flatMap(({ name, observations }) => observations.map((observation) => ({ name, x: observation[figure.name] })))
    .filter(({ x }) => typeof x === 'number')
  const names = targets.map(({ name }) => name)
  const top = Math.max(...values.map(({ x }) => x), 0) * 1.25 || 1
  const label = figure.unit ? `${figure.label}, ${figure.unit}` : figure.label
  const x = { field: 'x', type: 'quantitative', scale: { domain: [0, top], nice: false }, axis: { title: label, format: ',f', tickCount: 5, labelOverlap: true, ticks: false, domain: false } }
  const y = { field: 'name', type: 'nominal', sort: names, axis: { title: null, ticks: false, domain: false, grid: false, labelColor: colour('ink'), labelLimit: 170 } }
  const color = { field: 'name', type: 'nominal', legend: null, scale: { domain: names, range: names.map(colourOf) } }
  return {
    title: `${title}: ${experiment.title}`,
    alt: `${label}: ${means.map(({ name, x }) => `${name} ${number(x)}`).join(', ')}.`,
    notes: [`A point is one run, the bar their mean.${figure.better ? ` ${figure.better === 'higher' ? 'Higher' : 'Lower'} is better.` : ''}`],
    spec: {
      height: ROW * names.length + 50,
      layer: [
        { data: { values: means }, mark: { type: 'bar', opacity: 0.35, height: { band: 0.7 } }, encoding: { x, y, color } },
        { data: { values }, mark: { type: 'point', filled: true, size: 34, opacity: 0.9 }, encoding: { x, y, color } },
        { data: { values: means.map((mean) => ({ ...mean, text: number(mean.x) })) }, mark: { type: 'text', align: 'left', dx: 10, dy: -12, fontWeight: 'bold' }, encoding: { x, y, text: { field: 'text' } } }
      ]
    },
    ...experimentTable(experiment)
  }
}

module.exports = { labChart }
