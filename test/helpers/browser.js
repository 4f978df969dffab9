'use strict'

const { chromium } = require('playwright-core')
const { findBrowser } = require('../../scripts/lib/system/browser')

/** Launches a headless browser. */
async function launchBrowser () {
  const executablePath = findBrowser()
  if (executablePath) return await chromium.launch({ executablePath })
  throw new Error('no browser found: install Chromium or Chrome, or set CHROME_PATH to it')
}

/**
 * Launches a browser for a file of tests. Tests in a browser are skipped if there is none.
 * @param {import('tap').Test} t
 * @returns {(name: string, run: Function) => void} adds a test; it gets `t` and a browser context
 */
function browserTests (t) {
  let browser
  let missing
  t.before(async () => {
    browser = await launchBrowser().catch((err) => { missing = err.message })
  })
  t.teardown(() => browser?.close())
  return (name, run) => t.test(name, { timeout: 240_000 }, async (t) => {
    if (missing) return t.skip(missing)
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
    t.teardown(() => context.close())
    await run(t, context)
  })
}

module.exports = { browserTests, launchBrowser }
