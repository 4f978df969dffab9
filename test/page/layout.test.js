'use strict'

// The report and the live page on a phone and on a laptop: nothing overflows, no label is cut, no two overlap.
// The axes of the live page are drawn on a canvas, so their labels are not checked.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const t = require('tap')
const { report } = require('../../scripts/lib/present/report')
const { listResults, RECORDED } = require('../../scripts/lib/measure/results')
const { launchBrowser } = require('../../scripts/lib/system/browser')
const { findLayoutFaults } = require('../helpers/layout')
const { startLive } = require('../helpers/live')
const { resultOf } = require('../helpers/made-up')
const { copyProject } = require('../helpers/project')

const WIDTHS = [390, 1280, 1920] // px
const PATIENCE = 60_000 // ms: the machine may be busy
const PARTS = 'header, footer, #state, #panels'

let browser
let missing
t.before(async () => { browser = await launchBrowser().catch((err) => { missing = err.message }) })
t.teardown(() => browser?.close())

/** A test with an empty page, in all widths. */
function onPage (name, run) {
  t.test(name, { timeout: 240_000 }, async (t) => {
    if (missing) return t.skip(missing)
    const page = await browser.newPage()
    t.teardown(() => page.close())
    await run(t, page)
  })
}

async function checkLayout (t, page, what, groups) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: Math.max(800, width * 9 / 16) })
    t.strictSame(await findLayoutFaults(page, groups), [], `${what}, ${width} px`)
  }
}

/** Shows a report with its tables open. */
async function showReport (t, page, saved) {
  const file = path.join(t.testdir({}), 'report.html')
  fs.writeFileSync(file, await report({ saved, profiles: ['../profiles/flame-slow.html'] }))
  await page.goto(pathToFileURL(file).href)
  await page.evaluate(() => { for (const details of document.querySelectorAll('details')) details.open = true })
}

onPage('the report of all recorded results', async (t, page) => {
  await showReport(t, page, listResults(RECORDED).saved.map(({ result }) => result))
  t.ok(await page.locator('svg text').count() > 50)
  await checkLayout(t, page, 'recorded')
})

onPage('a report with long names and large figures', async (t, page) => {
  const names = ['slow', 'exercise', 'prof/auth-async', 'baseline']
  const results = names.map((name, i) => resultOf(name, 10 ** (i + 2), name === 'exercise' ? { code: 'abcdef1' } : {}))
  await showReport(t, page, results)
  await checkLayout(t, page, 'made up')
})

// The events of runs that nobody made, with the longest figures that are likely.
const RATES = { slow: 1234, fast: 45_678, optimized: 123_456 }
const limits = { connections: { minimum: 1, maximum: 1000 }, duration: { minimum: 1, maximum: 600 } }
const stages = ['slow', 'fast', 'optimized']
const hello = ['hello', { targets: [...stages, 'exercise'], stages, limits, boot: 'made up' }]
const start = (...targets) => [hello, ['start', { targets, connections: 1000, duration: 600 }]]
const excessListeners = [{ event: 'after' }]
const probe = { cpu: 1.054, delayP99: 105.02, heap: 1.234e9, listeners: 123_456, excessListeners }
const failures = { timeouts: 1234, errors: 2345 }
const counts = (target) => ({ rate: RATES[target], answered: 123_456, unavailable: 12_345 })
const sample = (target, time, rest) =>
  ['sample', { ...counts(target), time, latencyP99: 105.02, ...failures, probe, ...rest }]
const result = (target) => ['result', {
  file: 'results/2026-01-02T03-04-05-678Z-optimized.json',
  result: {
    ...failures,
    requests: { average: RATES[target], total: 123_456 },
    latency: { p99: 105.02 },
    statuses: { 503: 12_345 },
    server: { ...probe, listeners: RATES[target] },
    bottleneck: 'generator'
  }
}]
const sampled = (target) => [['target', { target }], sample(target, 123.4), sample(target, 124)]
const done = (target) => [...sampled(target), result(target)]
const RACE = Object.keys(RATES)

const STATES = {
  'before any run': [hello],
  'during a run': [...start('optimized'), ...sampled('optimized')],
  'blocked during a run': [...start('slow'), ...sampled('slow'), sample('slow', 130, { probe: null })],
  'after a run': [...start('optimized'), ...done('optimized'), ['end', { outcome: 'done' }]],
  'during a race': [...start(...RACE), ...done('slow'), ...done('fast'), ...sampled('optimized')],
  'after a race': [...start(...RACE), ...RACE.flatMap(done), ['end', { outcome: 'done' }]]
}

async function showEvents (page, url, events) {
  await page.unroute('**/events')
  await page.route('**/events', (route) => route.fulfill({
    contentType: 'text/event-stream', // it ends, and the page says so: the next try is ten minutes away
    body: ['retry: 600000', ...events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify(data)}`), '']
      .join('\n\n')
  }))
  await page.goto(url)
  await page.waitForSelector('#notice:not(:empty)')
}

onPage('the live page in all its states', async (t, page) => {
  const live = await startLive(t, copyProject(t))
  for (const [state, events] of Object.entries(STATES)) {
    await showEvents(page, live.url, events)
    await checkLayout(t, page, state, PARTS)
  }
})

/** How many pixels of a chart have the colour of slow. */
const countPixels = (page) => page.evaluate(() => {
  const canvas = document.querySelector('#rate canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const colour = window.getComputedStyle(document.querySelector('#rate .slow')).color.match(/\d+/g).map(Number)
  return data.filter((value, i) => i % 4 === 0 && colour.every((part, j) => data[i + j] === part)).length
})

onPage('one sample alone is a point', async (t, page) => {
  const live = await startLive(t, copyProject(t))
  const begun = [...start('slow'), ['target', { target: 'slow' }]]
  await showEvents(page, live.url, begun)
  t.equal(await countPixels(page), 0)
  await showEvents(page, live.url, [...begun, sample('slow', 300)])
  await page.waitForSelector('#rate li[data-value]') // the charts are drawn four times a second
  t.ok(await countPixels(page) > 10)
})

onPage('the live page of a server that died', async (t, page) => {
  const live = await startLive(t, copyProject(t, { 'slow/index.js': `throw new Error('${'long'.repeat(50)}')` }))
  await page.goto(live.url)
  await page.click('#start')
  await page.waitForSelector('#message:not([hidden])', { timeout: PATIENCE })
  await checkLayout(t, page, 'failed', PARTS)
})

onPage('the faults are found', async (t, page) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const svg = (texts) => `<svg viewBox="0 0 100 50" width="300">${texts}</svg>`
  const pages = {
    '<p style="width:500px">wide</p>':
      ['the page is 508 px wide, its window 390 px', '<p> reaches from 8 to 508 px: "wide"'],
    '<p style="width:9px;overflow:hidden">cut off</p>': ['"cut off" is cut'],
    [svg('<text x="95" y="20">far out</text>')]: ['"far out" reaches out of its picture'],
    [svg('<text x="9" y="20">trunc…</text>')]: ['"trunc…" is cut'],
    [svg('<text x="9" y="20">one</text><text x="12" y="22">two</text>')]: ['"one" and "two" overlap'],
    [svg('<text x="9" y="20">one</text><text x="9" y="40" opacity="0">…</text>')]: [],
    '<div style="overflow-x:auto"><p style="width:500px">scrolled</p></div>': [],
    '<p class="unseen" style="width:1px;overflow:hidden">for screen readers</p>': []
  }
  for (const [body, faults] of Object.entries(pages)) {
    await page.setContent(`<!doctype html>${body}`)
    t.strictSame(await findLayoutFaults(page), faults, body)
  }
})
