'use strict'

require('./lib/cli/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const pino = require('pino')
const { command } = require('./lib/cli/command')
const { UserError } = require('./lib/cli/errors')
const { drawFlameNotes } = require('./lib/docs/flame-notes')
const { drawRecording, recordTerminal } = require('./lib/docs/terminal-recording')
const { serveLivePage } = require('./lib/live/server')
const { findTarget } = require('./lib/measure/targets')
const profilers = require('./lib/profiling')
const { profileName, recordPage, saveProfile, PROFILES } = require('./lib/profiling/store')
const { launchBrowser, takeScreenshot } = require('./lib/system/browser')
const { writeFileAtomic } = require('./lib/system/files')
const { ROOT } = require('./lib/system/root')
const { copySlow } = require('./lib/workshop/exercise')

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('./lib/measure/targets').Target} Target */

const IMAGES = path.join(ROOT, 'docs/images')
const EXERCISE = path.join(PROFILES, 'exercise')
const DURATION = 8 // s
const STAGES = ['slow', 'fast', 'optimized']
/** @type {Record<string, string[]>} the targets of each profiler */
const RECORDED = { doctor: STAGES, flame: [...STAGES, 'exercise'], cpuprofile: STAGES, heap: ['slow'] }
/** @typedef {import('./lib/system/browser').View} View */
/** @type {Record<string, View>} a narrow window has large type; Doctor has three rows */
const VIEWS = {
  'doctor-slow': { width: 1400, height: 1000 },
  flame: { width: 800, height: 700, scale: 1.5 }
}

command({
  summary: 'Records the profiles in docs/profiles, and takes pictures of them and of the live page. Records two\n' +
    'commands in a terminal. Needs Linux, and Chromium or Chrome.'
}, async ({ signal }) => {
  if (!fs.existsSync(path.join(ROOT, 'node_modules/playwright-core'))) {
    throw new UserError('playwright-core is not installed. Run npm ci first.')
  }
  copySlow(EXERCISE, { name: 'exercise', step: 'noop' }) // as in chapter 5: the listener's body is empty
  const exercise = { ...findTarget('slow'), name: 'exercise', file: path.join(EXERCISE, 'index.js') }
  const browser = await launchBrowser()
  try {
    for (const [tool, names] of Object.entries(RECORDED)) {
      for (const name of names) {
        const page = await recordProfile(tool, name === 'exercise' ? exercise : findTarget(name), signal)
        await takePicture(browser, page, VIEWS[path.parse(page).name] ?? VIEWS[tool])
      }
    }
    await takeRace(browser)
  } finally {
    fs.rmSync(EXERCISE, { recursive: true, force: true })
    await browser.close()
  }
  for (const name of ['bench-slow', 'diagnose-slow']) await drawTerminal(name, signal)
})

/** @type {(tool: string, target: Target, signal: AbortSignal) => Promise<string>} the page that was recorded */
async function recordProfile (tool, target, signal) {
  const { load, profile } = profilers[tool] // the connections are those of make doctor and make flame
  const name = profileName(tool, target)
  await saveProfile(name, (folder) => profile(target, { load: { ...load, duration: DURATION }, folder, signal }))
  const file = recordPage(name)
  console.log(`${path.relative('', file)}, ${Math.round(fs.statSync(file).size / 1000)} kB`)
  return file
}

/** @type {(browser: Browser, page: string, view?: View) => Promise<void>} */
async function takePicture (browser, page, view) {
  if (!view) return
  const { name } = path.parse(page)
  const picture = path.join(IMAGES, `${name}.png`)
  await takeScreenshot(browser, page, picture, view, name === 'flame-slow' ? drawFlameNotes : undefined)
  console.log(path.relative('', picture))
}

/** Plays the recorded race on the live page. @param {Browser} browser */
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
    console.log(path.relative('', picture))
  } finally {
    await live.close()
  }
}

/** @type {(name: string, signal: AbortSignal) => Promise<void>} `name`: a target of make */
async function drawTerminal (name, signal) {
  const picture = path.join(IMAGES, `terminal-${name}.svg`)
  writeFileAtomic(picture, drawRecording(await recordTerminal(`make ${name}`, signal)))
  console.log(path.relative('', picture))
}
