'use strict'

const fs = require('node:fs')

const BROWSERS = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
]

/** Finds Chromium or a browser that is made from it. */
function findBrowser () {
  return BROWSERS.find((file) => file && fs.existsSync(file))
}

module.exports = { findBrowser }
