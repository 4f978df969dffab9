'use strict'

const { source: axe } = require('axe-core')
const { chromium } = require('playwright-core')
const { findBrowser } = require('../../docs/tools/find-browser')

const AXE = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

async function launchBrowser () {
  const executablePath = findBrowser()
  if (executablePath) return await chromium.launch({ executablePath })
  throw new Error('no browser found: install Chromium or Chrome, or set CHROME_PATH to it')
}

/** Gives a function that adds a test in a browser, which is skipped if there is none. */
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

/** Opens a page that may load from one origin only; `complaints` gets its errors. */
async function openPage (context, url, complaints) {
  const { origin } = new URL(url)
  const page = await context.newPage()
  page.on('pageerror', (err) => complaints.push(err.message))
  page.on('requestfailed', (request) => {
    const { errorText } = request.failure() // the next page may end the request for an icon
    if (errorText !== 'net::ERR_ABORTED') complaints.push(request.url())
  })
  page.on('request', (request) => {
    const url = request.url()
    if (url.startsWith('http') && !url.startsWith(`${origin}/`)) complaints.push(url)
  })
  return page
}

/** Breaches of the rules of axe (WCAG 2.2 AA): labels, contrast and roles. */
async function findBreaches (page, { part = 'html', runOnly = AXE, rules = {} } = {}) {
  await page.evaluate(axe)
  return page.evaluate(async ([part, options]) => {
    const { violations } = await window.axe.run(part, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
  }, [part, { runOnly, rules }])
}

module.exports = { browserTests, findBreaches, launchBrowser, openPage }
