'use strict'

// Opens pages in the user's browser, and takes screenshots with a headless one.

const fs = require('node:fs')
const { pathToFileURL } = require('node:url')
const { UserError } = require('../base/errors')

/** @typedef {import('playwright-core').Browser} Browser */

const BROWSERS = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
]
// Chromium must not use the network on its own account.
const QUIET = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync']

/** @type {(file: string) => Promise<boolean>} whether it was opened: not in CI or without a display */
async function openPage (file) {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env
  if (CI) return false
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return false
  const { default: open } = await import('open')
  await open(file)
  return true
}

const findBrowser = () => BROWSERS.find((file) => file && fs.existsSync(file))

/** @param {number} [uid] of the user; undefined on Windows. Chromium's sandbox does not work for root */
const browserArguments = (uid = process.getuid?.()) => uid === 0 ? ['--no-sandbox', ...QUIET] : QUIET

/** @returns {Promise<Browser>} a headless one; throws a UserError when none is installed */
async function launchBrowser () {
  const executablePath = findBrowser()
  if (!executablePath) throw new UserError('no browser found: install Chromium or Chrome, or set CHROME_PATH to it')
  return await require('playwright-core').chromium.launch({ executablePath, args: browserArguments() })
}

/** @typedef {{width: number, height: number, scale?: number}} View in px of CSS; `scale` px of the picture are one */
/** @typedef {(page: import('playwright-core').Page) => Promise<void>} Prepare the page, once it is drawn */

/** @type {(browser: Browser, file: string, png: string, view: View, prepare?: Prepare) => Promise<void>} */
async function takeScreenshot (browser, file, png, { width, height, scale = 1 }, prepare = async () => {}) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale })
  await page.goto(pathToFileURL(file).href)
  await page.waitForTimeout(1500) // Clinic's pages draw themselves with animations
  await prepare(page)
  await page.screenshot({ path: png })
  await page.close()
}

module.exports = { browserArguments, findBrowser, launchBrowser, openPage, takeScreenshot }
