'use strict'

// The report and the live page on a phone, a laptop and a projector: nothing overflows, no label
// is cut, no two overlap. The axes of the live page are drawn on a canvas and are not checked.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const t = require('tap')
const { serveLivePage } = require('../../scripts/lib/live/live-server')
const { listResults, RECORDED } = require('../../scripts/lib/measure/results')
const { report } = require('../../scripts/lib/present/report')
const { browserTests } = require('../helpers/browser')
const { findLayoutFaults } = require('../helpers/layout')
const { end, result, sample, target } = require('../helpers/live-events')
const { resultOf } = require('../helpers/made-up')

const WIDTHS = [390, 1280, 1920] // px

const inBrowser = browserTests(t)
const onPage = (name, run) => inBrowser(name, async (t, context) => {
  await run(t, await context.newPage())
})

async function checkLayout (t, page, what, groups) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: Math.max(800, width * 9 / 16) })
    t.strictSame(await findLayoutFaults(page, groups), [], `${what}, ${width} px`)
  }
}

async function checkReport (t, page, saved) {
  const file = path.join(t.testdir({}), 'report.html')
  fs.writeFileSync(file, await report({ saved, profiles: ['../profiles/flame-slow.html'] }))
  await page.goto(pathToFileURL(file).href)
  await page.$$eval('details', (all) => { for (const details of all) details.open = true })
  t.ok(await page.locator('svg text').count())
  await checkLayout(t, page, 'report')
}

onPage('the report of all recorded results', async (t, page) => {
  await checkReport(t, page, listResults(RECORDED).saved.map(({ result }) => result))
})

onPage('a report with long names and large figures', async (t, page) => {
  const names = ['slow', 'exercise', 'prof/auth-async', 'baseline']
  await checkReport(t, page, names.map((name, i) => {
    return resultOf(name, 10 ** (i + 2), name === 'exercise' ? { code: 'abcdef1' } : {})
  }))
})

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
    await checkLayout(t, page, state, 'header, footer, #state, #panels')
    await page.keyboard.press('c')
    await checkLayout(t, page, `${state}, six charts`, 'header, footer, #state, #panels')
  }
})

onPage('the faults are found', async (t, page) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const svg = (texts) => `<svg viewBox="0 0 100 50" width="300">${texts}</svg>`
  const wide = [
    'the page is 508 px wide, its window 390 px',
    '<p> reaches from 8 to 508 px: "wide"'
  ]
  const pages = {
    '<p style="width:500px">wide</p>': wide,
    '<p style="width:9px;overflow:hidden">cut off</p>': ['"cut off" is cut'],
    [svg('<text x="95" y="20">far out</text>')]: ['"far out" reaches out of its picture'],
    [svg('<text x="9" y="20">trunc…</text>')]: ['"trunc…" is cut'],
    [svg('<text x="9" y="20">one</text><text x="12" y="22">two</text>')]:
      ['"one" and "two" overlap'],
    [svg('<text x="9" y="20">one</text><text x="9" y="40" opacity="0">…</text>')]: [],
    '<div style="overflow-x:auto"><p style="width:500px">scrolled</p></div>': [],
    '<p class="unseen" style="width:1px;overflow:hidden">for screen readers</p>': []
  }
  for (const [body, faults] of Object.entries(pages)) {
    await page.setContent(`<!doctype html>${body}`)
    t.strictSame(await findLayoutFaults(page), faults, body)
  }
})
