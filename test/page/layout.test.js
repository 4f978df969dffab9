'use strict'

// The live page on a phone, a laptop and a projector: nothing overflows, no label is cut, no two
// overlap. The axes are drawn on a canvas and are not checked.

const t = require('tap')
const { serveLivePage } = require('../../scripts/lib/live/live-server')
const { browserTests } = require('../helpers/browser')
const { findLayoutFaults } = require('../helpers/layout')
const { end, result, sample, target } = require('../helpers/live-events')

const WIDTHS = [390, 1280, 1920] // px
const GROUPS = 'header, footer, #state, #panels'

const inBrowser = browserTests(t)
const onPage = (name, run) => inBrowser(name, async (t, context) => {
  await run(t, await context.newPage())
})

async function checkLayout (t, page, what) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: Math.max(800, width * 9 / 16) })
    t.strictSame(await findLayoutFaults(page, GROUPS), [], `${what}, ${width} px`)
  }
}

// Runs of the live page with the longest figures that are likely.
const RATES = { slow: 1234, fast: 45_678, optimized: 123_456 }
const RACE = Object.keys(RATES)
const probe = { cpu: 1.054, delayP99: 105.02, heap: 1.234e9, listeners: 123_456 }
const failures = { timeouts: 1234, errors: 2345 }

function start (...targets) {
  return { type: 'start', data: { targets, connections: 1000, duration: 120 } }
}
const sampled = (name) => [target(name), ...[23.4, 24].map((time) => sample({
  ...failures,
  time,
  rate: RATES[name],
  latencyP99: 105.02,
  answered: 123_456,
  unavailable: 12_345,
  probe
}))]
const done = (name) => [...sampled(name), result(RATES[name], {
  ...failures,
  requests: { average: RATES[name], total: 123_456 },
  cpuPerRequest: 12_345.67,
  latency: { p99: 105.02 },
  statuses: { 503: 12_345 },
  server: probe,
  bottleneck: 'generator'
})]

const STATES = {
  'before any run': [],
  'during a run': [start('optimized'), ...sampled('optimized')],
  blocked: [start('slow'), ...sampled('slow'), sample({ ...failures, time: 30, probe: null })],
  'after a run': [start('optimized'), ...done('optimized'), end('done')],
  'during a race': [start(...RACE), ...done('slow'), ...done('fast'), ...sampled('optimized')],
  'after a race': [start(...RACE), ...RACE.flatMap(done), end('done')],
  failed: [start('slow'), ...sampled('slow'), end('failed', { message: 'long'.repeat(50) })]
}

onPage('the live page in all its states', async (t, page) => {
  const live = await serveLivePage({ port: 0 })
  t.teardown(live.close)
  let body
  await page.route('**/events', (route) => {
    route.fulfill({ contentType: 'text/event-stream', body })
  })
  const settings = { targets: [...RACE, 'exercise'], ticked: 'slow', duration: 10 }
  const hello = { type: 'hello', data: settings }
  for (const [state, events] of Object.entries(STATES)) {
    const blocks = [hello, ...events].map((event) => `data: ${JSON.stringify(event)}`)
    body = ['retry: 600000', ...blocks, ''].join('\n\n') // the stream ends, and the page says so
    await page.goto(live.url)
    await page.waitForSelector('#notice:not(:empty)')
    await page.waitForTimeout(300) // the page is drawn four times a second
    await checkLayout(t, page, state)
    await page.keyboard.press('c')
    await checkLayout(t, page, `${state}, six charts`)
  }
})

onPage('the faults are found, and nothing else', async (t, page) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const at = (left, text) => `<span style="position:absolute;left:${left}px">${text}</span>`
  await page.setContent(`<!doctype html>
    <header>${at(9, 'one')}${at(12, 'two')}${at(99, 'three')}</header>
    <p style="width:500px">wide</p>
    <p style="width:9px;overflow:hidden">cut off</p>
    <div style="overflow-x:auto"><p style="width:500px">scrolled</p></div>
    <p class="unseen" style="width:1px;overflow:hidden">for screen readers</p>`)
  t.strictSame(await findLayoutFaults(page, 'header'), [
    'the page is 508 px wide, its window 390 px',
    '<p> reaches from 8 to 508 px: "wide"',
    '"cut off" is cut',
    '"one" and "two" overlap'
  ])
})
