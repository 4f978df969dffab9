'use strict'

const { ratio } = require('../../cli/format')
const { experimentTable, contrasts } = require('../lab-table')
const { colour, colourAt } = require('../theme')

const ROW = 15 // px a target

/**
 * An experiment whose figures are all rates: how many times the first target's the others' are, figure by figure, with
 * confidence intervals as whiskers.
 *
 * @param {{title: string, experiment: import('../../experiments/run-lab').MeasuredExperiment}} lab its title, and one of its experiments
 * @returns {import('../draw-chart').Chart}
 */
function ratesChart ({ title, experiment }) {
  const { figures, targets: [first, ...others] } = experiment
  const values = contrasts(experiment).map(({ a, b, ratio: middle, ratioInterval: [low, high] }) =>
    ({ name: a.name.replace(`: ${first.name}`, ''), other: b.name, middle, low, high }))
  const names = others.map(({ name }) => name)
  const bounds = values.flatMap(({ low, middle, high }) => [low, middle, high]).filter((bound) => bound > 0 && bound < Infinity)
  const x = (field) => ({
    field,
    type: 'quantitative',
    scale: { type: 'log', domain: [Math.min(1, ...bounds) / 1.1, Math.max(1, ...bounds) * 1.1], nice: false },
    axis: { title: `times as many as ${first.name}, log axis`, format: ',', tickCount: 5, labelOverlap: true, ticks: false, domain: false }
  })
  const color = { field: 'other', type: 'nominal', scale: { domain: names, range: names.map((name, i) => colourAt(i)) }, legend: { title: null, orient: 'top', labelColor: colour('ink') } }
  const yOffset = { field: 'other', type: 'nominal', scale: { domain: names } }
  return {
    title: `${title}: ${experiment.title}`,
    alt: `Ratios to ${first.name} on a log axis: ${values.map(({ name, other, middle }) => `${name}, ${other}: ${ratio(middle)}`).join('; ')}.`,
    notes: ['Whiskers: the 95 % confidence interval. Where it spans the line at 1, no difference was shown.'],
    spec: {
      height: ROW * others.length * figures.length + 60,
      data: { values },
      encoding: { y: { field: 'name', type: 'nominal', sort: figures.map(({ label }) => label), axis: { title: null, ticks: false, domain: false, labelColor: colour('ink'), labelLimit: 220 } } },
      layer: [
        { data: { values: [{ one: 1 }] }, mark: { type: 'rule', strokeDash: [5, 3], strokeWidth: 1.5 }, encoding: { x: x('one'), y: null } },
        { mark: { type: 'rule', strokeWidth: 2, clip: true }, encoding: { x: x('low'), x2: { field: 'high' }, color, yOffset } },
        { mark: { type: 'point', filled: true, size: 45, opacity: 1 }, encoding: { x: x('middle'), color, yOffset, shape: { ...color, scale: { domain: names } } } }
      ]
    },
    ...experimentTable(experiment)
  }
}

module.exports = { ratesChart }
