'use strict'

const { chromium } = require('playwright-core')
const { findBrowser } = require('../../scripts/lib/system/browser')

/** Launches a headless browser. */
async function launchBrowser () {
  const executablePath = findBrowser()
  if (executablePath) return await chromium.launch({ executablePath })
  throw new Error('no browser found: install Chromium or Chrome, or set CHROME_PATH to it')
}

module.exports = { launchBrowser }
