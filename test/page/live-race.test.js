'use strict'

const t = require('tap')
const { browserTests } = require('../helpers/browser')
const { startLive } = require('../helpers/live')
const { copyProject } = require('../helpers/project')

const PATIENCE = 60_000 // ms: the machine may be busy

const inBrowser = browserTests(t)

/** As the page writes a figure. */
const number = (value) => value.toLocaleString('en-US', { maximumSignificantDigits: 2 })

inBrowser('a real race ends with the figures that are saved', async (t, context) => {
  const project = copyProject(t)
  const { url } = await startLive(t, project)
  const page = await context.newPage()
  await page.goto(url)
  await page.fill('#duration', '1')
  await page.click('#race')
  const hasText = 'what slow answered'
  await page.locator('#summary .headline', { hasText }).waitFor({ timeout: PATIENCE })
  const saved = project.results().filter((name) => !name.includes('-live-'))
  const results = saved.map((name) => JSON.parse(project.read(`results/${name}`)))
  t.strictSame(results.map(({ target }) => target), ['slow', 'fast', 'optimized'])
  const rates = await page.locator('#rate li span').allTextContents()
  t.strictSame(rates, results.map(({ requests }) => number(requests.average)))
})
