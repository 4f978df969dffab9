'use strict'

// The pictures in docs/images that are taken from running programs, and the profiles in docs/profiles that they show.

const fs = require('node:fs')
const path = require('node:path')
const pino = require('pino')
const { drawFlameNotes } = require('./flame-notes')
const { drawRecording, recordTerminal } = require('./terminal-recording')
const { serveLivePage } = require('../live/live-server')
const { findTarget } = require('../measure/targets')
const profilers = require('../profiling/profilers')
const { profileName, recordPage, saveProfile, PROFILES } = require('../profiling/profiles')
const { launchBrowser, takeScreenshot } = require('../system/browser')
const { writeFileAtomic } = require('../system/files')
const { ROOT } = require('../system/root')
const { copySlow } = require('../workshop/exercise')

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('../measure/targets').Target} Target */
/** @typedef {import('../system/browser').View} View */

const IMAGES = path.join(ROOT, 'docs/images')
const EXERCISE = path.join(PROFILES, 'exercise')
const DURATION = 8 // s
const STAGES = ['slow', 'fast', 'optimized']
/** @type {Record<string, string[]>} the targets of each profiler */
const RECORDED = { doctor: STAGES, flame: [...STAGES, 'exercise'], cpuprofile: STAGES, heap: ['slow'] }
/** @type {Record<string, View>} a narrow window has large type; Doctor has three rows */
const VIEWS = {
  'doctor-slow': { width: 1400, height: 1000 },
  flame: { width: 800, height: 700, scale: 1.5 }
}

/** @type {(onSaved: (file: string) => void, signal: AbortSignal) => Promise<void>} a UserError without a browser */
async function takePictures (onSaved, signal) {
  const exercise = { ...findTarget('slow'), name: 'exercise', file: path.join(EXERCISE, 'index.js') }
  const browser = await launchBrowser()
  try {
    copySlow(EXERCISE, { name: 'exercise', step: 'noop' }) // as in chapter 5: the listener's body is empty
    for (const [tool, names] of Object.entries(RECORDED)) {
      for (const name of names) {
        const page = await recordProfile(tool, name === 'exercise' ? exercise : findTarget(name), signal)
        onSaved(page)
        const view = VIEWS[path.parse(page).name] ?? VIEWS[tool]
        if (view) onSaved(await takePicture(browser, page, view))
      }
    }
    onSaved(await takeRace(browser))
  } finally {
    fs.rmSync(EXERCISE, { recursive: true, force: true })
    await browser.close()
  }
  for (const name of ['bench-slow', 'diagnose-slow']) onSaved(await drawTerminal(name, signal))
}

/** @type {(tool: string, target: Target, signal: AbortSignal) => Promise<string>} the page that was recorded */
async function recordProfile (tool, target, signal) {
  const { load, profile } = profilers[tool] // the connections are those of make doctor and make flame
  const name = profileName(tool, target)
  await saveProfile(name, (folder) => profile(target, { load: { ...load, duration: DURATION }, folder, signal }))
  return recordPage(name)
}

/** @type {(browser: Browser, page: string, view: View) => Promise<string>} the picture */
async function takePicture (browser, page, view) {
  const { name } = path.parse(page)
  const picture = path.join(IMAGES, `${name}.png`)
  await takeScreenshot(browser, page, picture, view, name === 'flame-slow' ? drawFlameNotes : undefined)
  return picture
}

/** Plays the recorded race on the live page. @param {Browser} browser @returns {Promise<string>} the picture */
async function takeRace (browser) {
  const live = await serveLivePage({ port: 0, log: pino({ level: 'silent' }) })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } }) // as on a projector
    await page.goto(live.url)
    await page.selectOption('#earlier', 'live-race.json')
    await page.selectOption('#speed', 'at once')
    await page.click('#play')
    await page.waitForSelector('#summary .headline:not(:empty)')
    await page.waitForTimeout(500) // the charts are drawn a little later
    const picture = path.join(IMAGES, 'live-race.png')
    await page.screenshot({ path: picture })
    return picture
  } finally {
    await live.close()
  }
}

/** @type {(name: string, signal: AbortSignal) => Promise<string>} the picture; `name`: a target of make */
async function drawTerminal (name, signal) {
  const picture = path.join(IMAGES, `terminal-${name}.svg`)
  writeFileAtomic(picture, drawRecording(await recordTerminal(`make ${name}`, signal)))
  return picture
}

module.exports = { takePictures }
