'use strict'

// For maintainers: records docs/profiles, and takes the pictures of them and of the live page.
// Needs Linux, and Chromium or Chrome. With the operand `live`: only those of the live page.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { ROOT, STAGES } = require('../../scripts/lib/cli/project')
const { serveLivePage } = require('../../scripts/lib/live/live-server')
const { findTarget } = require('../../scripts/lib/server/targets')
const { profileLoad, saveProfile, PROFILES } = require('../../scripts/lib/profile/profilers')
const { launchBrowser } = require('../../test/helpers/browser')
const { applyPatches, copyCode } = require('../../scripts/lib/exercise/exercise')

const TARGETS = {
  doctor: ['slow'],
  flame: [...STAGES, 'exercise'],
  cpuprofile: ['slow'],
  heap: ['slow']
}
const VIEWS = { // a narrow window has large type
  'doctor-slow': { width: 1400, height: 1000 },
  flame: { width: 800, height: 700, scale: 1.5 }
}
const EXERCISE = path.join(PROFILES, 'exercise')
const RECORDED = path.join(__dirname, '../profiles')
const CLINIC_FONTS = 'https://clinicjs.org/assets/css/fonts.css'

const picture = (name) => path.join(__dirname, '../images', `${name}.png`)

async function record (browser, tool, target) {
  const load = profileLoad(tool, { duration: 8 })
  const { saved } = await saveProfile(tool, target, { load })
  const name = `${tool}-${target.name}`
  recordPage(saved.find((file) => file.endsWith(tool === 'cpuprofile' ? '.cpuprofile' : '.html')))
  const view = VIEWS[name] ?? VIEWS[tool]
  if (!view) return
  const { scale = 1, ...viewport } = view
  const page = await browser.newPage({ viewport, deviceScaleFactor: scale })
  await page.goto(pathToFileURL(path.join(RECORDED, `${name}.html`)).href)
  await page.waitForTimeout(1500) // Clinic's pages draw themselves with animations
  if (name === 'flame-slow') await drawNotes(page)
  await page.screenshot({ path: picture(name) })
  await page.close()
}

/** Records a page without paths of this machine and without anything from the network. */
function recordPage (file) {
  const text = fs.readFileSync(file, 'utf8')
    .replaceAll(ROOT, '')
    .replaceAll(process.execPath, 'node')
    .replaceAll(CLINIC_FONTS, 'data:text/css,')
  const recorded = path.join(RECORDED, path.basename(file))
  fs.writeFileSync(recorded, text)
  console.log(recorded)
}

/** Takes the bars of the recorded race from the live page, for light and for dark slides. */
async function takeLivePage (browser) {
  const live = await serveLivePage({ port: 0 })
  const pictures = /** @type {const} */ ({ light: 'live-race', dark: 'live-race-dark' })
  for (const [colorScheme, name] of Object.entries(pictures)) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme })
    await page.goto(live.url)
    await page.selectOption('#earlier', 'live-race.json')
    await page.selectOption('#speed', 'at once')
    await page.click('#play')
    await page.waitForTimeout(9000) // the bars grow
    await page.locator('#finale').screenshot({ path: picture(name) })
    await page.close()
  }
  await live.close()
}

/** Explains the hottest block of a flame graph, the only one that is an element. */
async function drawNotes (page) {
  const { x, y, width, height } = await page.locator('.highlighter-box').boundingBox()
  const { y: top } = await page.locator('#flame-main').boundingBox()
  const svg = `<svg style="position:fixed;inset:0;width:100%;height:100%;z-index:99">
<marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="12" markerHeight="12"
  markerUnits="userSpaceOnUse" orient="auto-start-reverse">
<path d="M0 0L10 5L0 10Z" fill="#ffd166"/></marker>
<g fill="none" stroke="#ffd166" stroke-width="3" marker-end="url(#tip)">
<path d="M${x} ${top + 54}h${width}" marker-start="url(#tip)"/>
<path d="M${x + 0.9 * width} ${top + 98}V${y - 12}"/>
<path d="M${x + 0.3 * width} ${top + 138}V${y + 1.5 * height}"/></g>
<g style="font:600 20px system-ui" fill="#ffd166">
<text x="${x + 10}" y="${top + 40}">Width: share of the samples with it on the stack</text>
<text x="${x + 10}" y="${top + 90}">Bright bar: time in the function itself</text>
<text x="${x + 0.3 * width}" y="${top + 130}">Below it: its callers</text></g></svg>`
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), svg)
}

async function recordProfiles (browser) {
  copyCode('slow', EXERCISE)
  applyPatches(EXERCISE, 'docs/steps/noop.patch') // as in chapter 5
  const file = path.join(EXERCISE, 'index.js')
  const exercise = { ...findTarget('slow'), name: 'exercise', file }
  for (const [tool, names] of Object.entries(TARGETS)) {
    for (const name of names) {
      await record(browser, tool, name === 'exercise' ? exercise : findTarget(name))
    }
  }
}

async function main () {
  const browser = await launchBrowser()
  const only = process.argv[2]
  if (!only) await recordProfiles(browser)
  await takeLivePage(browser)
  await browser.close()
}

main()
