'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { ROOT, STAGES } = require('../../scripts/lib/cli/project')
const { waterfall } = require('../labs/prices/waterfall')
const { flameChart } = require('./charts/flame-chart')
const { growthChart, overTimeChart, slowChart } = require('./charts/line-chart')
const { barChart, drawBars, latencyChart } = require('./charts/row-chart')
const { drawChart } = require('./draw-chart')
const { recorded, recordedRun, recordedSeries } = require('./recorded')

const PRICES_AXIS = { title: 'µs; lines: 95 % intervals', tickCount: 5 }
const DOCTOR_DATA = /id="clinic-data">([^]*?)<\/script>/
const FLAME_DATA = /data\.json":\[function\(require,module,exports\)\{\nmodule\.exports=(.*)/

/**
 * Draws a light and a dark file of each chart.
 * @returns {Promise<Record<string, string>>} contents by path
 * @throws {UserError} When a recorded result is missing.
 */
async function generatePictures () {
  const [slow, fast, optimized, baseline] = recordedSeries()
  const charts = {
    'doctor-slow-cpu': doctorChart(({ cpu }) => cpu * 100, 'CPU of one core, %'),
    'doctor-slow-memory': doctorChart(({ memory }) => memory.heapUsed / 1e6, 'Heap in use, MB'),
    'doctor-slow-delay': doctorChart(({ delay }) => delay, 'Event-loop delay, ms'),
    'doctor-slow-handles': doctorChart(({ handles }) => handles, 'Active handles'),
    'doctor-slow-utilisation': doctorChart(
      (sample) => sample.loopUtilization, 'Event-loop utilisation, %'),
    'flame-slow-slide': flameChart(recordedFlame('slow')),
    'flame-exercise-slide': flameChart(recordedFlame('exercise')),
    'flame-fast-slide': flameChart(recordedFlame('fast')),
    bench: barChart({ slow, fast, optimized, baseline }),
    'over-time': overTimeChart([recordedRun('slow'), recordedRun('baseline')]),
    'over-time-slow': overTimeChart([recordedRun('slow')]),
    'listeners-slow': slowChart(recordedListeners(), 'Listeners'),
    overload: latencyChart(recorded('lab-overload').parts[0].targets),
    prices: {
      title: 'CPU time per request, and the speed-up by each step',
      ...drawBars(waterfall(recorded('lab-prices').parts[0]), PRICES_AXIS, 24) // px
    },
    'growth-slow': growthChart([recorded('growth-slow')]),
    growth: growthChart(STAGES.map((stage) => recorded(`growth-${stage}`)))
  }
  /** @type {Record<string, string>} */
  const files = {}
  for (const [name, chart] of Object.entries(charts)) {
    const { light, dark } = await drawChart(chart)
    files[`docs/images/${name}.svg`] = light
    files[`docs/images/${name}-dark.svg`] = dark
  }
  return files
}

function recordedListeners () {
  const { events } = recorded('live-race')
  const end = events.findIndex(({ type }) => type === 'result') // of slow, the first
  const points = []
  for (const { data } of events.slice(0, end)) {
    if (data.probe?.listeners) points.push({ x: data.time, y: data.probe.listeners })
  }
  return points
}

function doctorChart (valueOf, title) {
  const { processStat } = recordedPage('doctor-slow', DOCTOR_DATA)
  const [{ timestamp: start }] = processStat
  const points = processStat.map((sample) => {
    return { x: (sample.timestamp - start) / 1000, y: valueOf(sample) }
  })
  return slowChart(points, title)
}

function recordedFlame (target) {
  return recordedPage(`flame-${target}`, FLAME_DATA).merged
}

/** What a page of Clinic shows. */
function recordedPage (name, data) {
  const page = fs.readFileSync(path.join(ROOT, `docs/profiles/${name}.html`), 'utf8')
  const [, json] = page.match(data) ?? []
  return JSON.parse(json)
}

module.exports = { generatePictures }
