'use strict'

const t = require('tap')
const { browserTests, findBreaches, openPage } = require('../helpers/browser')
const { startLive } = require('../helpers/live')
const { observedStage } = require('../helpers/observed-stage')
const { copyProject } = require('../helpers/project')

const PATIENCE = 30_000 // ms: the machine may be busy
const PANELS = ['rate', 'latency', 'delay', 'listeners', 'heap', 'cpu']

const project = copyProject(t)
let live
t.before(async () => { live = await startLive(t, project) })
const inBrowser = browserTests(t)

/** As the page writes a figure. */
const number = (value) => value.toLocaleString('en-US', { maximumSignificantDigits: 2 })

function saved (count) {
  const names = project.results().filter((name) => !name.includes('-live-')).slice(-count)
  return names.map((name) => JSON.parse(project.read(`results/${name}`)))
}

const rateOf = ({ requests }) => number(requests.average)
const rates = (page) => page.locator('#rate li span').allTextContents()
const headline = (page) => page.locator('#summary .headline').textContent()
const detail = (page) => page.locator('[role=status] .detail').textContent()
const notice = (page) => page.locator('#notice').textContent()

function ticked (page) {
  return page.$$eval('[name=target]:checked', (boxes) => boxes.map(({ value }) => value))
}

async function tick (page, name) {
  await page.click(`#targets label:has([value=${name}])`)
  await page.waitForFunction(() => document.activeElement === document.body)
}

async function setDuration (page, seconds) {
  await page.fill('#duration', String(seconds))
  await page.$eval('#duration', (field) => field.blur())
}

const started = (page) => waitForText(page, '#now .headline', / of /)
const ended = (page, headline) => waitForText(page, '#summary .headline', headline)

async function waitForText (page, selector, hasText) {
  await page.locator(selector).filter({ hasText }).waitFor({ timeout: PATIENCE })
}

/** A test with the page open; it fails if the browser had anything to complain of. */
function onPage (name, run) {
  inBrowser(name, async (t, context) => {
    const complaints = []
    async function open ({ url } = live) {
      const page = await openPage(context, url, complaints)
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(url)
      await page.waitForSelector('[name=target]', { state: 'attached' })
      await setDuration(page, 1)
      return page
    }
    await run(t, open)
    const errors = complaints.filter((complaint) => !/status of 400/.test(complaint)) // refused
    t.strictSame(errors, [], 'no error, no breach of the policy, nothing from elsewhere')
  })
}

onPage('slow: listeners rise, and two pages show the saved result', async (t, open) => {
  const page = await open()
  t.strictSame(await findBreaches(page), [], 'accessible')
  t.equal(await page.locator('#listeners').isVisible(), false, 'the reader is to find it')
  await page.keyboard.press('c')
  t.equal(await page.locator('#listeners').isVisible(), true)
  await setDuration(page, 3)
  await page.click('#start')
  const other = await open()
  await started(page)
  t.match(await page.locator('[aria-current=true]').innerText(), /slow$/)
  const listeners = page.locator('#listeners li span')
  await waitForText(page, '#listeners li span', /\d/)
  const early = await listeners.textContent()
  await ended(page, 'slow: ')
  await ended(other, 'slow: ')
  const [{ target, load, requests, server, cpuPerRequest }] = saved(1)
  t.strictSame([target, load.connections, load.duration], ['slow', 100, 3])
  t.equal(await listeners.textContent(), number(server.listeners))
  t.ok(server.listeners > Number(early.replace(',', '')), `listeners rise from ${early}`)
  for (const one of [page, other]) {
    const figures = await one.locator('article li span').allTextContents()
    t.equal(figures.filter((text) => text !== '–').length, PANELS.length)
    t.equal(await headline(one), `slow: ${number(requests.average)} requests per second`)
    t.equal(await one.locator('#unavailable').isVisible(), false, 'nothing failed')
  }
  t.equal(await detail(page), `CPU time per request: slow ${number(cpuPerRequest)} µs.`)
  t.equal(await page.locator('[aria-current=true]').count(), 0)
})

const counts = (page) => page.locator('.count').allTextContents()

async function widths (page) {
  const all = await page.$$eval('.bar', (bars) => bars.map(({ clientWidth }) => clientWidth))
  return all.map((width) => width / Math.max(...all))
}

onPage('a race ends with bars that grow at the same time', async (t, open) => {
  const page = await open()
  await page.click('#race')
  await page.waitForSelector('label[aria-current=true]:has([value=fast])', { timeout: PATIENCE })
  await page.keyboard.press('f')
  await waitForText(page, '#notice', 'a race compares')
  await ended(page, 'the CPU time of slow')
  const results = saved(3)
  t.strictSame(results.map(({ target }) => target), ['slow', 'fast', 'optimized'])
  const [slow, fast, optimized] = results.map(({ cpuPerRequest }) => cpuPerRequest)
  t.equal(await headline(page), `fast: 1/${number(slow / fast)} of the CPU time of slow`)
  t.equal(await page.locator('#summary .more').textContent(),
    `optimized: 1/${number(fast / optimized)} of the CPU time of fast`)
  t.equal(await page.locator('#panels').isVisible(), false)
  const totals = results.map(({ requests }) => requests.total.toLocaleString('en-US'))
  t.not((await counts(page)).join(), totals.join(), 'they still grow')
  const areTotals = (totals) => {
    const counts = [...document.querySelectorAll('.count')]
    return counts.every(({ textContent }, i) => textContent === totals[i])
  }
  await page.waitForFunction(areTotals, totals, { timeout: PATIENCE })
  const most = results[2].requests.total
  for (const [i, width] of (await widths(page)).entries()) {
    t.ok(Math.abs(width - results[i].requests.total / most) < 0.01, `in proportion: ${width}`)
  }
  t.strictSame(await findBreaches(page), [], 'accessible')

  await page.keyboard.press('b')
  t.strictSame(await rates(page), results.map(rateOf))
  t.equal(await page.getAttribute('#log', 'aria-pressed'), 'true', 'several curves')
  const before = await page.locator('#rate canvas').screenshot()
  await page.click('#log')
  t.notOk(before.equals(await page.locator('#rate canvas').screenshot()), 'the other axis')
  for (const colorScheme of ['dark', 'light']) {
    await page.keyboard.press('t')
    const shown = await page.evaluate(() => window.getComputedStyle(document.body).colorScheme)
    t.equal(shown, colorScheme)
    t.strictSame(await findBreaches(page), [], `accessible, ${colorScheme}`)
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.keyboard.press('b')
  t.strictSame(await counts(page), totals, 'at once, without motion')
})

const captions = (page) => page.locator('figcaption').allTextContents()
const blocks = (page, name) => page.locator('.frame', { hasText: name })

onPage('F takes the flame graph of the server that is loaded', async (t, open) => {
  const page = await open()
  await setDuration(page, 8)
  await tick(page, 'slow')
  await tick(page, 'fast')
  await page.click('#start')
  await started(page)
  t.equal(await page.locator('#flames').isVisible(), false, 'not before somebody asks')
  await page.keyboard.press('f')
  await waitForText(page, 'figcaption', 'hottest own function: (anonymous) fast/util.js')
  t.ok(await page.locator('#rate').isVisible(), 'beside the charts')
  t.strictSame(await findBreaches(page), [], 'accessible')
  await ended(page, 'fast: ')

  const wide = blocks(page, 'nextTick restify').first()
  const width = async () => (await wide.boundingBox()).width
  const before = await width()
  await wide.click()
  await page.waitForTimeout(1000) // it zooms in
  t.ok(await width() > 2 * before, 'a click zooms')
  const colour = () => wide.locator('rect').getAttribute('fill')
  const unmarked = await colour()
  await page.fill('#search', 'nextTick')
  await page.waitForTimeout(1000)
  t.not(await colour(), unmarked, 'a search marks')
  await page.$eval('#search', (field) => field.blur())
  await page.keyboard.press('f')
  t.equal(await page.locator('#flames').isVisible(), false)
})

onPage('after a race, F profiles its servers, and shows two at a time', async (t, open) => {
  const page = await open()
  await page.click('#race')
  await ended(page, 'the CPU time of slow')
  const profiled = page.waitForResponse(/\/flame$/, { timeout: PATIENCE })
  await page.keyboard.press('f')
  await waitForText(page, '[data-target=slow] figcaption', 'slow/util.js')
  await waitForText(page, '[data-target=fast] figcaption', 'fast/util.js')
  t.equal(await page.locator('#panels').isVisible(), false)
  const graphs = await page.$$eval('.graph svg', (all) => all.map(({ clientWidth }) => clientWidth))
  t.ok(Math.abs(graphs[0] - graphs[1]) < 2, 'in one scale')
  await profiled
  await page.keyboard.press('f')
  const names = (await captions(page)).map((text) => text.split(' ')[0])
  t.strictSame(names, ['fast', 'optimized'])
})

onPage('a refused start takes the old headline away, and ? lists the keys', async (t, open) => {
  const page = await open()
  const other = await open()
  await tick(page, 'slow')
  await tick(page, 'exercise')
  await page.click('#start')
  await waitForText(page, '#notice', 'make exercise')
  t.match(await page.locator('#now .headline').textContent(), /^Tick a stage/)
  await other.keyboard.press('?')
  t.match(await other.locator('#keys').innerText(), /R\s+Race/)
  await other.keyboard.press('Escape')
  t.equal(await other.locator('#keys').isVisible(), false)
})

onPage('the keyboard alone', async (t, open) => {
  const page = await open()
  await page.locator('#finale').waitFor() // of the race before
  await page.keyboard.press('b') // from its bars to the charts
  for (const [key, names] of [['3', ['slow', 'optimized']], ['1', ['optimized']], ['3', []]]) {
    await page.keyboard.press(key)
    t.strictSame(await ticked(page), names)
  }
  await page.keyboard.press('Space')
  t.equal(await notice(page), 'Tick at least one target')
  await page.focus('#duration')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('31')
  t.equal(await page.inputValue('#duration'), '31')
  t.strictSame(await ticked(page), [], 'a digit in a field is a digit')

  const focused = []
  for (let i = 0; i < 17; i++) {
    await page.keyboard.press('Tab')
    focused.push(await page.evaluate(() => document.activeElement.closest('[id]').id))
  }
  const shown = PANELS.filter((id) => id !== 'listeners')
  const footer = ['earlier', 'speed', 'play', 'pin']
  footer.push('flame', 'together', 'sixth', 'log', 'theme', 'help')
  t.strictSame(focused, ['start', 'race', ...shown, ...footer])
})

onPage('space starts and stops after a click, and only valid settings', async (t, open) => {
  const page = await open()
  await page.fill('#connections', '1001')
  await page.click('#start')
  t.equal(await page.$eval('#connections', ({ validity }) => validity.rangeOverflow), true)
  await page.fill('#connections', '10')
  await setDuration(page, 60)
  const count = project.results().length
  await tick(page, 'fast')
  await page.keyboard.press('Space')
  await started(page)
  t.equal(await page.locator('#start span').textContent(), 'Stop')
  await page.keyboard.press('Space')
  await ended(page, 'slow stopped')
  t.equal(await page.locator('#start span').textContent(), 'Start')
  t.equal(project.results().length, count)
})

onPage('a reload keeps the seconds and the ticks', async (t, open) => {
  const page = await open()
  await tick(page, 'slow')
  await page.click('#start')
  t.equal(await notice(page), 'Tick at least one target')
  await tick(page, 'fast')
  t.equal(await notice(page), '')
  await setDuration(page, 7)
  await page.reload()
  await page.waitForSelector('[name=target]', { state: 'attached' })
  t.equal(await page.inputValue('#duration'), '7')
  t.strictSame(await ticked(page), ['fast'])
})

onPage('a click on a chart shows it alone, in full screen', async (t, open) => {
  const page = await open()
  const alone = () => page.$$eval('article', (all) => {
    return all.filter((panel) => panel.checkVisibility()).map(({ id }) => id)
  })
  await page.click('#heap .chart')
  await page.waitForFunction(() => document.fullscreenElement)
  t.strictSame(await alone(), ['heap'])
  t.ok(await page.locator('#state').isVisible(), 'with the state of the run')
  await page.waitForFunction(() => document.querySelector('#heap canvas').clientWidth > 1000)
  await page.click('#heap .chart')
  await page.waitForFunction(() => !document.fullscreenElement)
  await page.focus('#cpu button')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.fullscreenElement)
  t.strictSame(await alone(), ['cpu'])
})

onPage('an earlier run is played to the digit, and another laid over it', async (t, open) => {
  const page = await open()
  await tick(page, 'slow')
  await tick(page, 'fast')
  await page.click('#start')
  await ended(page, 'fast: ')
  const [before] = saved(1)

  await page.reload()
  await page.waitForFunction(() => document.querySelector('#earlier').value)
  const selected = await page.locator('#earlier option:checked').textContent()
  t.match(selected, /^fast, /, 'the newest run')
  for (const speed of ['4 ×', 'at once']) {
    await page.selectOption('#speed', speed)
    await page.click('#play')
    await waitForText(page, '#summary .detail', 'Replay of')
    t.strictSame(await rates(page), [rateOf(before)], speed)
  }
  const { startedAt, environment } = before
  const minute = startedAt.slice(0, 16).replace('T', ' ')
  const replayOf = `Replay of ${minute} UTC, Node.js ${environment.node}.`
  t.ok((await detail(page)).endsWith(replayOf))

  await page.keyboard.press('p')
  await tick(page, 'fast')
  await tick(page, 'optimized')
  await page.click('#start')
  await ended(page, 'optimized: ')
  const names = () => page.locator('#rate li b').allTextContents()
  t.strictSame(await names(), ['fast', 'optimized'])
  t.equal(await page.locator('#rate .pinned').count(), 1)
  t.strictSame(await rates(page), [before, ...saved(1)].map(rateOf))
  await page.keyboard.press('p')
  t.strictSame(await names(), ['optimized'])
})

onPage('a page that loses the stream connects again and catches up', async (t, open) => {
  const page = await open()
  let isLost = true
  await page.route('**/events', (route) => {
    if (!isLost) return route.continue()
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 100\n\n' })
  })
  await page.goto(live.url)
  await waitForText(page, '#notice', 'The connection is lost. Trying again …')
  t.equal(await headline(page), '')
  isLost = false
  await ended(page, 'optimized: ')
  t.strictSame(await rates(page), saved(1).map(rateOf))
  t.equal(await notice(page), '')
})

onPage('a server that dies', async (t, open) => {
  const more = "server.on('after', () => { throw new Error('had <b>enough</b>') })"
  const page = await open(await startLive(t, copyProject(t, observedStage('slow', { more }))))
  await page.keyboard.press('Space')
  await ended(page, 'slow failed')
  t.equal(await detail(page), 'Nothing of slow is saved.')
  const message = /^slow died \(exit code 1; .*index\.js\)\. [^]*\nError: had <b>enough<\/b>\n/
  t.match(await page.locator('#message').textContent(), message)
  t.ok(await page.locator('#message').isVisible())
})
