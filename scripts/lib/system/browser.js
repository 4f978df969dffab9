'use strict'

// Shows a page to whoever sits before the screen, or takes its picture.

const fs = require('node:fs')
const { pathToFileURL } = require('node:url')
const { UserError } = require('../cli/errors')

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
// Of the browser's own doings nothing but the page is wanted; a root user, as in a container, has no sandbox.
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/**
 * @param {string} file an HTML page, or its URL
 * @returns {Promise<boolean>} whether it was opened: not in CI, not without a display, not with OPEN=0
 */
async function openPage (file) {
  const { CI, DISPLAY, OPEN, WAYLAND_DISPLAY } = process.env
  if (CI || OPEN === '0') return false
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return false
  const { default: open } = await import('open')
  await open(file)
  return true
}

/** @returns {string|undefined} where Chromium or Chrome is */
const findBrowser = () => BROWSERS.find((file) => file && fs.existsSync(file))

/**
 * Starts a browser without a window.
 *
 * @returns {Promise<import('playwright-core').Browser>}
 * @throws {UserError} when none is installed
 */
async function launch () {
  const executablePath = findBrowser()
  if (!executablePath) throw new UserError('no browser found: install Chromium or Chrome (Debian: apt-get install chromium), or name it in CHROME_PATH')
  return await require('playwright-core').chromium.launch({ executablePath, args: QUIET })
}

/**
 * Takes the picture of a page.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} file an HTML page
 * @param {string} picture a PNG file to write
 * @param {{width: number, height: number}} size px
 */
async function shoot (browser, file, picture, { width, height }) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.goto(pathToFileURL(file).href)
  await page.waitForTimeout(1500) // Clinic's pages draw themselves in animations
  await page.screenshot({ path: picture })
  await page.close()
}

module.exports = { findBrowser, launch, openPage, shoot }
