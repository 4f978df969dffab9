'use strict'

// The report and the live page on a phone and on a laptop: nothing overflows, no label is cut, no two overlap.
// The axes of the live page are drawn on a canvas, so their labels are not checked.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const t = require('tap')
const { report } = require('../../scripts/lib/present/report')
const { listResults, RECORDED } = require('../../scripts/lib/results/store')
const { launchBrowser } = require('../../scripts/lib/system/browser')
const { findLayoutFaults } = require('../helpers/layout')
const { startLive } = require('../helpers/live')
const { resultOf } = require('../helpers/made-up')
const { copyProject } = require('../helpers/project')

const WIDTHS = [390, 1280] // px
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
    await page.setViewportSize({ width, height: 800 })
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
  t.ok(await page.locator('svg text').count() > 400)
  await checkLayout(t, page, 'recorded')
})

onPage('a report with long names and large figures', async (t, page) => {
  const names = ['slow', 'exercise', 'prof/auth-async', 'baseline']
  const results = names.map((name, i) => resultOf(name, 10 ** (i + 2), name === 'exercise' ? { code: 'abcdef1' } : {}))
  await showReport(t, page, results)
  await checkLayout(t, page, 'made up')
})

onPage('the live page before any run, after one, and during and after a race', async (t, page) => {
  const live = await startLive(t, copyProject(t))
  await page.goto(live.url)
  await page.waitForSelector('[name=target]', { state: 'attached' })
  await checkLayout(t, page, 'before', PARTS)
  await page.keyboard.press('3') // optimized has the largest figures
  await page.fill('#duration', '1')
  await page.click('#start')
  await page.waitForSelector('#summary .headline:not(:empty)', { timeout: PATIENCE })
  await checkLayout(t, page, 'after one run', PARTS)
  await page.fill('#duration', '2')
  await page.click('#race')
  await page.waitForSelector('#summary .headline:empty', { state: 'attached', timeout: PATIENCE })
  await page.waitForFunction(() => document.querySelector('#rate li').dataset.value > 0, null, { timeout: PATIENCE })
  await checkLayout(t, page, 'during', PARTS)
  await page.waitForSelector('#summary .headline:not(:empty)', { timeout: PATIENCE })
  await checkLayout(t, page, 'after', PARTS)
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
