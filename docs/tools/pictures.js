'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { ROOT, STAGES } = require('../../scripts/lib/cli/project')
const { waterfall } = require('../labs/prices/waterfall')
const { flameChart } = require('./charts/flame-chart')
const { growthChart, overTimeChart, slowChart } = require('./charts/line-chart')
const { barChart, drawBars, latencyChart } = require('./charts/row-chart')
const { drawChart } = require('./draw-chart')
const { middleRun, recorded, SERIES } = require('./recorded')

const PRICES_AXIS = { title: 'µs; lines: 95 % intervals', tickCount: 5 }
const FLAME_DATA = /data\.json":\[function\(require,module,exports\)\{\nmodule\.exports=(.*)/

// Each is drawn from one recorded file: what a picture compares was measured in one session.
const PICTURES = {
  'flame-slow-slide': flamePicture('slow'),
  'flame-exercise-slide': flamePicture('exercise'),
  'flame-fast-slide': flamePicture('fast'),
  bench: picture(SERIES, barChart),
  'over-time': picture(SERIES, (series) =>
    overTimeChart(['slow', 'baseline'].map((target) => middleRun(series, target)))),
  'over-time-slow': picture('slow', (run) => overTimeChart([run])),
  'listeners-slow': picture('live-race', (race) => slowChart(listenersIn(race), 'Listeners')),
  overload: picture('lab-overload', ({ parts: [shedding] }) => latencyChart(shedding.targets)),
  prices: picture('lab-prices', ({ parts: [steps] }) => ({
    title: 'CPU time per request, and the speed-up by each step',
    ...drawBars(waterfall(steps), PRICES_AXIS, 24) // px
  })),
  'growth-slow': picture('growth', (series) => growthChart([middleRun(series, 'slow')])),
  growth: picture('growth', (series) =>
    growthChart(STAGES.map((stage) => middleRun(series, stage))))
}

/**
 * Draws a light and a dark file of each chart.
 * @returns {Promise<Record<string, string>>} contents by path
 * @throws {UserError} When a recorded result is missing.
 */
async function generatePictures () {
  /** @type {Record<string, string>} */
  const files = {}
  for (const [name, chartOf] of Object.entries(PICTURES)) {
    const { light, dark } = await drawChart(chartOf())
    files[`docs/images/${name}.svg`] = light
    files[`docs/images/${name}-dark.svg`] = dark
  }
  return files
}

function picture (name, draw) {
  return () => draw(recorded(name))
}

function flamePicture (target) {
  return () => flameChart(recordedPage(`flame-${target}`).merged)
}

function listenersIn ({ events }) {
  const end = events.findIndex(({ type }) => type === 'result') // of slow, the first
  const points = []
  for (const { data } of events.slice(0, end)) {
    if (data.probe?.listeners) points.push({ x: data.time, y: data.probe.listeners })
  }
  return points
}

/** What a page of Clinic shows. */
function recordedPage (name) {
  const page = fs.readFileSync(path.join(ROOT, `docs/profiles/${name}.html`), 'utf8')
  const [, json] = page.match(FLAME_DATA) ?? []
  return JSON.parse(json)
}

module.exports = { generatePictures }
