'use strict'

const fs = require('node:fs')
const { UserError } = require('../base/errors')

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

/**
 * Opens a page in the reader's browser, but not in CI or without a display.
 * @param {string} file
 */
async function openPage (file) {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env
  if (CI) return
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return
  const { default: open } = await import('open')
  await open(file)
}

function findBrowser () {
  return BROWSERS.find((file) => file && fs.existsSync(file))
}

/**
 * Launches a headless browser.
 * @throws {UserError} When none is installed.
 */
async function launchBrowser () {
  const executablePath = findBrowser()
  if (!executablePath) {
    throw new UserError('no browser found: install Chromium or Chrome, or set CHROME_PATH to it')
  }
  const { chromium } = require('playwright-core')
  return await chromium.launch({ executablePath })
}

module.exports = { findBrowser, launchBrowser, openPage }
