'use strict'

// Opens pages in the user's browser, and takes screenshots with a headless one.

const fs = require('node:fs')
const { pathToFileURL } = require('node:url')
const { UserError } = require('../base/errors')

/** @import { Browser } from 'playwright-core' */
/** @import { Prepare, View } from './types' */

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
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

/**
 * Opens a page in the reader's browser, but not in CI or without a display.
 * @param {string} file
 * @returns {Promise<boolean>} whether it was opened
 */
async function openPage (file) {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env
  if (CI) return false
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return false
  const { default: open } = await import('open')
  await open(file)
  return true
}

function findBrowser () {
  return BROWSERS.find((file) => file && fs.existsSync(file))
}

/** @param {number} [uid] of the user; undefined on Windows */
function browserArguments (uid = process.getuid?.()) {
  const isRoot = uid === 0 // for whom Chromium's sandbox does not work
  return isRoot ? ['--no-sandbox', ...QUIET] : QUIET
}

/**
 * Launches a headless browser.
 * @returns {Promise<Browser>}
 * @throws {UserError} When none is installed.
 */
async function launchBrowser () {
  const executablePath = findBrowser()
  if (!executablePath) {
    throw new UserError('no browser found: install Chromium or Chrome, or set CHROME_PATH to it')
  }
  const { chromium } = require('playwright-core')
  return await chromium.launch({ executablePath, args: browserArguments() })
}

/**
 * Takes a picture of a page.
 * @param {Browser} browser
 * @param {string} file
 * @param {string} png
 * @param {View} view
 * @param {Prepare} [prepare]
 */
async function takeScreenshot (browser, file, png, view, prepare = async () => {}) {
  const { width, height, scale = 1 } = view
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale })
  await page.goto(pathToFileURL(file).href)
  await page.waitForTimeout(1500) // Clinic's pages draw themselves with animations
  await prepare(page)
  await page.screenshot({ path: png })
  await page.close()
}

module.exports = { browserArguments, findBrowser, launchBrowser, openPage, takeScreenshot }
