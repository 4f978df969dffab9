'use strict'

require('./lib/cli/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const pino = require('pino')
const { command } = require('./lib/cli/command')
const { UserError } = require('./lib/cli/errors')
const { drawFlameNotes } = require('./lib/docs/flame-notes')
const { serveLivePage } = require('./lib/live/server')
const { findTarget } = require('./lib/measure/targets')
const profilers = require('./lib/profiling')
const { saveProfile, PROFILES, RECORDED_PROFILES } = require('./lib/profiling/store')
const { launchBrowser, takeScreenshot } = require('./lib/system/browser')
const { ROOT } = require('./lib/system/root')
const { copySlow } = require('./lib/workshop/exercise')

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('./lib/measure/targets').Target} Target */

const IMAGES = path.join(ROOT, 'docs/images')
const DURATION = 8 // s
/** @type {Record<string, import('./lib/system/browser').View>} a narrow window has large type; Doctor has three rows */
const VIEWS = { doctor: { width: 1400, height: 1000 }, flame: { width: 800, height: 700, scale: 1.5 } }
const NOOP = path.join(PROFILES, 'noop')

command({
  summary: 'Takes the pictures of profiles and of the live page in docs/images. Needs Chromium or Chrome.',
  flags: { record: { type: 'boolean', help: 'also keep the pages of the profiles in docs/profiles' } }
}, async ({ values, signal }) => {
  if (!fs.existsSync(path.join(ROOT, 'node_modules/playwright-core'))) {
    throw new UserError('playwright-core is not installed. Run npm ci first.')
  }
  copySlow(NOOP, { name: 'noop', step: 'noop' }) // the article's experiment: the listener's body is empty
  const noop = { ...findTarget('slow'), name: 'noop', file: path.join(NOOP, 'index.js') }
  const browser = await launchBrowser()
  try {
    await takeProfile(browser, 'doctor', findTarget('slow'), signal)
    for (const target of [findTarget('slow'), noop, findTarget('fast'), findTarget('optimized')]) {
      await takeProfile(browser, 'flame', target, signal)
    }
    if (values.record) recordPages()
    await takeRace(browser, signal)
  } finally {
    fs.rmSync(NOOP, { recursive: true, force: true })
    await browser.close()
  }
})

/** @type {(browser: Browser, tool: 'doctor'|'flame', target: Target, signal: AbortSignal) => Promise<void>} */
async function takeProfile (browser, tool, target, signal) {
  const name = `${tool}-${target.name}`
  const { load, profile } = profilers[tool] // the connections are those of make doctor and make flame
  const { files } = await saveProfile(name, (folder) =>
    profile(target, { load: { ...load, duration: DURATION }, folder, signal }))
  const picture = path.join(IMAGES, `${name}.png`)
  const prepare = name === 'flame-slow' ? drawFlameNotes : undefined
  await takeScreenshot(browser, files[0], picture, VIEWS[tool], prepare)
  console.log(path.relative('', picture))
}

/** Keeps the pages of the pictures. In the chapters, the exercise is the noop step when it is profiled. */
function recordPages () {
  fs.mkdirSync(RECORDED_PROFILES, { recursive: true })
  for (const name of ['doctor-slow', 'flame-slow', 'flame-noop', 'flame-fast', 'flame-optimized']) {
    const recorded = path.join(RECORDED_PROFILES, `${name.replace('noop', 'exercise')}.html`)
    fs.copyFileSync(path.join(PROFILES, `${name}.html`), recorded)
    console.log(`${path.relative('', recorded)}, ${Math.round(fs.statSync(recorded).size / 1000)} kB`)
  }
}

/** @type {(browser: Browser, signal: AbortSignal) => Promise<void>} */
async function takeRace (browser, signal) {
  const live = await serveLivePage({ port: 0, log: pino({ level: 'silent' }) })
  signal.addEventListener('abort', live.close)
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } }) // as on a projector
    await page.goto(live.url)
    await page.click('#log')
    await page.click('#race')
    await page.waitForSelector('#summary .headline:not(:empty)', { timeout: 120_000 })
    await page.waitForTimeout(500) // the charts are drawn a little later
    const picture = path.join(IMAGES, 'live-race.png')
    await page.screenshot({ path: picture })
    console.log(path.relative('', picture))
  } finally {
    await live.close()
  }
}
