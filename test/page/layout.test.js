'use strict'

// The live page on a phone, a laptop and a projector.

const t = require('tap')
const {
  end, pageTests, result, sample, show, start, target
} = require('../helpers/live-page')

const WIDTHS = [390, 1280, 1920] // px

const onPage = pageTests(t)

// Runs with the longest figures that are likely.
const RACE = ['slow', 'fast', 'optimized']
const probe = { cpu: 1.054, delayP99: 105.02, heap: 1.234e9, listeners: 123_456 }
const failures = { timeouts: 1234, errors: 2345, unavailable: 12_345 }
const long = { ...failures, rate: 123_456, latencyP99: 105.02, answered: 123_456, probe }

const sampled = (name) => [target(name), ...[23.4, 24].map((time) => sample({ ...long, time }))]
const done = (name) => [...sampled(name), result(12_345.67, {
  ...failures,
  requests: { average: 123_456, total: 123_456 },
  latency: { p99: 105.02 },
  statuses: { 503: 12_345 },
  server: probe,
  bottleneck: 'generator'
})]

const STATES = {
  'before any run': [],
  blocked: [start('slow'), ...sampled('slow'), sample({ ...failures, time: 30, probe: null })],
  'during a race': [start(...RACE), ...done('slow'), ...done('fast'), ...sampled('optimized')],
  'after a race': [start(...RACE), ...RACE.flatMap(done), end('done')],
  failed: [start('slow'), ...sampled('slow'), end('failed', { message: 'long'.repeat(50) })]
}

onPage('everything fits, in all states', async (t, page) => {
  for (const [state, events] of Object.entries(STATES)) {
    await show(page, ...events)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: Math.max(800, width * 9 / 16) })
      const isWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.scrollingElement
        return scrollWidth > clientWidth
      })
      t.notOk(isWide, `${state}, ${width} px`)
    }
    await page.keyboard.press('c') // with one chart more, or less
  }
})
