'use strict'

// For maintainers: records the profiles in docs/profiles, and takes the pictures in docs/images.

require('./lib/base/preconditions')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const pino = require('pino')
const { command } = require('./lib/base/command')
const { ensureInstalled } = require('./lib/base/optional-package')
const { serveLivePage } = require('./lib/live/live-server')
const { findTarget } = require('./lib/measure/targets')
const profilers = require('./lib/profiling/profilers')
const { profileName, recordPage, saveProfile, PROFILES } = require('./lib/profiling/profiles')
const { launchBrowser } = require('./lib/system/browser')
const { ROOT } = require('./lib/system/root')
const { copySlow } = require('./lib/workshop/exercise')

/** @import { Browser, Page } from 'playwright-core' */

const STAGES = ['slow', 'fast', 'optimized']
/** @type {Record<string, string[]>} The targets of each profiler. */
const TARGETS = {
  doctor: STAGES,
  flame: [...STAGES, 'exercise'],
  cpuprofile: STAGES,
  heap: ['slow']
}
/** @type {Record<string, import('playwright-core').BrowserContextOptions>} */
const VIEWS = {
  'doctor-slow': { viewport: { width: 1400, height: 1000 } },
  flame: { viewport: { width: 800, height: 700 }, deviceScaleFactor: 1.5 } // large type
}
const EXERCISE = path.join(PROFILES, 'exercise')
const DURATION = 8 // s

/** @param {string} name */
const picture = (name) => path.join(ROOT, 'docs/images', `${name}.png`)

command({
  summary: 'Records the profiles in docs/profiles, and takes pictures of them and of the live\n' +
    'page. Needs Linux, and Chromium or Chrome.'
}, async ({ signal }) => {
  ensureInstalled('playwright-core')
  const browser = await launchBrowser()
  copySlow(EXERCISE, { name: 'exercise', step: 'noop' }) // as in chapter 5
  const file = path.join(EXERCISE, 'index.js')
  const exercise = { ...findTarget('slow'), name: 'exercise', file }
  for (const [tool, names] of Object.entries(TARGETS)) {
    const { load, profile } = profilers[tool]
    for (const name of names) {
      const target = name === 'exercise' ? exercise : findTarget(name)
      const settings = { load: { ...load, duration: DURATION }, signal }
      const recording = profileName(tool, target)
      await saveProfile(recording, (folder) => profile(target, { ...settings, folder }))
      const recorded = recordPage(recording)
      console.log(recorded)
      const view = VIEWS[recording] ?? VIEWS[tool]
      if (!view) continue
      const page = await browser.newPage(view)
      await page.goto(pathToFileURL(recorded).href)
      await page.waitForTimeout(1500) // Clinic's pages draw themselves with animations
      if (recording === 'flame-slow') await drawNotes(page)
      await page.screenshot({ path: picture(recording) })
      await page.close()
    }
  }
  await takeRace(browser)
  await browser.close()
})

/**
 * Plays the recorded race on the live page.
 * @param {Browser} browser
 */
async function takeRace (browser) {
  const live = await serveLivePage({ port: 0, log: pino({ level: 'silent' }) })
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await page.goto(live.url)
  await page.selectOption('#earlier', 'live-race.json')
  await page.selectOption('#speed', 'at once')
  await page.click('#play')
  await page.waitForSelector('#summary .headline:not(:empty)')
  await page.waitForTimeout(500) // the charts are drawn a little later
  await page.screenshot({ path: picture('live-race') })
  await live.close()
}

/**
 * Explains the hottest block of a flame graph. Clinic draws the blocks on a canvas; only the
 * selected one, the hottest at first, has an element.
 * @param {Page} page
 */
async function drawNotes (page) {
  const block = await page.locator('.highlighter-box').boundingBox()
  const graph = await page.locator('#flame-main').boundingBox()
  if (!block || !graph) throw new Error('Clinic Flame shows no selected block')
  const { x, y, width, height } = block
  const top = graph.y
  const svg = `<svg style="position:fixed;inset:0;width:100%;height:100%;z-index:99">
<marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="12" markerHeight="12"
  markerUnits="userSpaceOnUse" orient="auto-start-reverse">
<path d="M0 0L10 5L0 10Z" fill="#ffd166"/></marker>
<g fill="none" stroke="#ffd166" stroke-width="3" marker-end="url(#tip)">
<path d="M${x} ${top + 54}h${width}" marker-start="url(#tip)"/>
<path d="M${x + 0.9 * width} ${top + 98}V${y - 12}"/>
<path d="M${x + 0.3 * width} ${top + 138}V${y + 1.5 * height}"/></g>
<g style="font:600 20px system-ui;fill:#ffd166;stroke:#1b1e27;stroke-width:6px;paint-order:stroke">
<text x="${x + 10}" y="${top + 40}">Width: share of the samples with it on the stack</text>
<text x="${x + 10}" y="${top + 90}">Bright bar: time in the function itself</text>
<text x="${x + 0.3 * width}" y="${top + 130}">Below it: its callers</text></g></svg>`
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), svg)
}
