'use strict'

// make screenshots: profiles what the docs show, runs a race on the live page, and takes the pictures.

require('./lib/cli/node-version')
const fs = require('node:fs')
const path = require('node:path')
const pino = require('pino')
const { launchBrowser, takeScreenshot } = require('./lib/system/browser')
const { command } = require('./lib/cli/command')
const { findTarget } = require('./lib/measure/targets')
const { copySlow } = require('./lib/workshop/exercise')
const { serveLivePage } = require('./lib/live/server')
const { saveProfile, PROFILES } = require('./lib/profiling/store')
const profilers = require('./lib/profiling')
const { ROOT } = require('./lib/system/root')

const IMAGES = path.join(ROOT, 'docs/images')
const SIZE = { width: 1400, height: 800 }
const PROJECTOR = { width: 1280, height: 720 }
const LOAD = { connections: 10, duration: 8 }

const NOOP = path.join(PROFILES, 'noop')

/** slow with the listener's body emptied: the article's confirming experiment. */
function noop () {
  copySlow(NOOP, { name: 'noop', step: 'noop' })
  return { name: 'noop', file: path.join(NOOP, 'index.js'), warmup: 0 }
}

/** A race of the three stages on the live page, as a projector shows it, with a log axis. */
async function race (browser, signal) {
  const live = await serveLivePage({ port: 0, log: pino({ level: 'silent' }) })
  signal.addEventListener('abort', live.close)
  try {
    const page = await browser.newPage({ viewport: PROJECTOR })
    await page.goto(live.url)
    await page.click('#log')
    await page.click('#race')
    await page.waitForFunction(() => document.querySelector('#summary .headline').textContent, null, { timeout: 120_000 })
    await page.waitForTimeout(500) // the charts are drawn a little later
    const picture = path.join(IMAGES, 'live-race.png')
    await page.screenshot({ path: picture })
    console.log(path.relative('', picture))
  } finally {
    await live.close()
  }
}

command({ usage: 'screenshots.js', summary: 'Takes the pictures of the profiles and of the live page in docs/images. Needs Chromium or Chrome.' }, async ({ signal }) => {
  const browser = await launchBrowser()
  try {
    const pictures = [['doctor', findTarget('slow')], ['flame', findTarget('slow')], ['flame', noop()], ['flame', findTarget('fast')], ['flame', findTarget('optimized')]]
    for (const [tool, target] of pictures) {
      const name = `${tool}-${target.name}`
      const { files } = await saveProfile(name, (folder) => profilers[tool].profile(target, { load: LOAD, folder, signal }))
      const picture = path.join(IMAGES, `${name}.png`)
      await takeScreenshot(browser, files[0], picture, SIZE)
      console.log(path.relative('', picture))
    }
    await race(browser, signal)
  } finally {
    fs.rmSync(NOOP, { recursive: true, force: true })
    await browser.close()
  }
})
