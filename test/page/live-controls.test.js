'use strict'

// What the live page does with keys, clicks and settings.

const t = require('tap')
const {
  answer, end, pageTests, result, send, show, start, target, texts, HELLO
} = require('../helpers/live-page')
const { waitUntil } = require('../helpers/wait')

const onPage = pageTests(t)

const SETTINGS = { targets: ['slow'], connections: 100, duration: 10 }

const notice = (page) => page.locator('#notice').textContent()
const ticked = (page) => page.$$eval('[name=target]:checked', (boxes) => {
  return boxes.map(({ value }) => value)
})

async function tick (page, name) {
  await page.click(`#targets label:has([value=${name}])`)
  await page.clock.runFor(10) // then the space bar is free again
}

onPage('Start and Race send the settings, and Stop ends the run', async (t, page) => {
  const started = await answer(page, 'start')
  const stopped = await answer(page, 'stop')
  const label = () => page.locator('#start span').textContent()
  await show(page)
  await tick(page, 'fast')
  await page.keyboard.press('Space')
  await page.keyboard.press('r')
  await waitUntil(() => started.length > 1)
  t.strictSame(started.map(({ targets }) => targets),
    [['slow', 'fast'], ['slow', 'fast', 'optimized']])
  t.strictSame(started[0], { ...SETTINGS, targets: ['slow', 'fast'] })
  await send(page, start('slow'), target('slow'))
  t.equal(await label(), 'Stop')
  await page.click('#start')
  await waitUntil(() => stopped.length)
  t.strictSame(stopped, [{}])
  await send(page, end('stopped'))
  t.equal(await label(), 'Start')
})

onPage('a refused start takes the old headline away', async (t, page) => {
  await answer(page, 'start', 'run make exercise first')
  await show(page, start('slow'), target('slow'), result(812), end('done'))
  await page.click('#start')
  await page.locator('#notice', { hasText: 'run make exercise first' }).waitFor()
  t.equal(await page.locator('#question').isVisible(), true)
})

onPage('a lost server is the headline of a grey page, until it is back', async (t, page) => {
  const run = [start('slow'), target('slow')]
  await show(page, ...run)
  const filter = () => page.$eval('body', (body) => window.getComputedStyle(body).filter)
  const isDisabled = () => page.isDisabled('#start')
  await page.evaluate(() => window.stream.dispatchEvent(new Event('error')))
  t.equal(await page.locator('#lost').isVisible(), true)
  t.equal(await filter(), 'grayscale(1)')
  t.equal(await isDisabled(), true)
  await show(page, ...run)
  t.strictSame(await texts(page, '#summary .headline'), ['Starting slow, warming up …'])
  t.equal(await filter(), 'none')
  t.equal(await isDisabled(), false)
})

onPage('a run shows its own settings in all tabs, and then those of the user', async (t, page) => {
  await show(page, start('fast', 'optimized'))
  const shown = async () => [await ticked(page), await page.inputValue('#duration')]
  t.strictSame(await shown(), [['fast', 'optimized'], '5'])
  t.equal(await page.isDisabled('#duration'), true)
  await send(page, target('fast'), end('stopped'))
  t.strictSame(await shown(), [['slow'], '10'])
  t.equal(await page.isDisabled('#duration'), false)
})

onPage('a digit ticks a target, unless it is typed into a field', async (t, page) => {
  const started = await answer(page, 'start')
  await show(page)
  for (const [key, names] of [['3', ['slow', 'optimized']], ['1', ['optimized']], ['3', []]]) {
    await page.keyboard.press(key)
    t.strictSame(await ticked(page), names)
  }
  await page.click('#start')
  t.equal(await notice(page), 'Tick at least one target')
  await page.focus('#duration')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('31')
  t.strictSame(await ticked(page), [])
  await page.focus('#log')
  await page.keyboard.press('Space')
  t.equal(await page.getAttribute('#log', 'aria-pressed'), 'true')
  t.strictSame(started, [], 'space presses the button that has the focus, and no other')
  await tick(page, 'fast')
  await page.keyboard.press('t')
  await page.reload()
  await send(page, HELLO)
  t.strictSame([await page.inputValue('#duration'), await ticked(page)], ['31', ['fast']], 'kept')
  t.equal(await page.evaluate(() => document.documentElement.style.colorScheme), 'dark', 'kept')
})
