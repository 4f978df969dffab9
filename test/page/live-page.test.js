'use strict'

// The live page in a real browser: what one sees, and what one presses.

const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const { source: axe } = require('axe-core')
const t = require('tap')
const { launchBrowser } = require('../../scripts/lib/system/browser')
const { number, ratio } = require('../../scripts/lib/base/format')
const { startLive } = require('../helpers/live')
const { copyProject, ROOT } = require('../helpers/project')

const slow = fs.readFileSync(path.join(ROOT, 'slow/index.js'), 'utf8')
const PATIENCE = 30_000 // ms: the machine may be busy
const NO_RACE = { 'docs/results/live-race.json': '{}' } // none is recorded

const loads = (project) => project.results().filter((name) => !name.includes('-live-'))
const saved = (project) => loads(project)
  .map((name) => JSON.parse(fs.readFileSync(path.join(project.folder, 'results', name))))
const headline = (page, where = 'summary') => page.locator(`#${where} .headline`)
const detail = (page) => page.locator('[role=status] .detail').textContent()
const value = async (page, metric, i = 0) =>
  Number(await page.locator(`#${metric} .numerals li`).nth(i).getAttribute('data-value'))
const pressed = (page, id) => page.locator(`#${id}`).getAttribute('aria-pressed')

const isOverTimeout = ({ requests, timeouts }) => timeouts > (requests.total + timeouts) / 100
const p99Of = (result) => isOverTimeout(result) ? '> 10 s' : number(result.latency.p99)

/** What the page must say of a saved result in its detail; of one alone, it says more. */
async function sentenceOf (result, file) {
  const { target, requests, cpuPerRequest, server, bottleneck } = result
  const { megabytes, percentage } = await import('../../scripts/lib/live/page/labels.js')
  const figures = [
    `${number(requests.average)} requests per second on average`,
    `${number(cpuPerRequest)} µs of CPU time per request`,
    `latency p99 ${p99Of(result)}${isOverTimeout(result) ? '' : ' ms'}`,
    ...(server.listeners === null ? [] : [`${number(server.listeners)} listeners of one event`]),
    ...(file
      ? [`event-loop delay p99 ${number(server.delayP99)} ms`, `heap ${megabytes(server.heap)} MB`,
          `CPU ${percentage(server.cpu)} %`]
      : []),
    ...(bottleneck === 'generator' ? ['the load generator was the bottleneck'] : [])
  ]
  return `${target}: ${figures.join(', ')}.${file ? ` Saved in ${file}.` : ''}`
}

async function ended (page) {
  await page.waitForFunction(() => document.querySelector('#summary .headline').textContent, null,
    { timeout: PATIENCE })
  await page.waitForFunction(() => document.querySelector('#start span').textContent === 'Start')
}

/** Waits until the state that the page shows is another, a quarter of a second later. */
async function changed (page) {
  const text = () => document.querySelector('#state').textContent
  await page.waitForFunction((before) => document.querySelector('#state').textContent !== before,
    await page.evaluate(text), { timeout: PATIENCE })
}

const started = (page) => page.waitForFunction(() =>
  document.querySelector('#rate li').dataset.value > 0, null, { timeout: PATIENCE })

t.before(async () => {
  try {
    browser = await launchBrowser()
  } catch (err) {
    missing = err.message
  }
})
t.teardown(() => browser?.close())

let browser
let missing

/** A test with the page of a fresh copy open; it fails if the browser had anything to complain of. */
function onPage (name, files, run) {
  t.test(name, async (t) => {
    if (missing) return t.skip(missing)
    const project = copyProject(t, files)
    const live = await startLive(t, project)
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
    t.teardown(() => context.close())
    const complaints = []
    const open = async () => {
      const page = await context.newPage()
      page.on('console', (message) => { if (message.type() !== 'info') complaints.push(message.text()) })
      page.on('pageerror', (err) => complaints.push(err.message))
      page.on('request', (request) => { if (!request.url().startsWith(live.url)) complaints.push(request.url()) })
      await page.goto(live.url)
      await page.waitForSelector('[name=target]', { state: 'attached' })
      return page
    }
    await run(t, { page: await open(), open, project, live })
    t.strictSame(complaints, [], 'no error, no breach of the policy, nothing from elsewhere')
  })
}

onPage('slow for 5 s: listeners rise, req/s falls, the result is as saved', {}, async (t, { page, open, project }) => {
  await page.fill('#duration', '5')
  await page.click('#start')
  const other = await open()
  await started(page)
  const readings = []
  for (;;) {
    const reading = { rate: await value(page, 'rate'), listeners: await value(page, 'listeners') }
    const words = await page.locator('#now').innerText()
    if (await headline(page).textContent()) break
    t.match(words, /^slow: (starting, warming up …|\d\.\d of 5 s)\s+(100 connections for 5 s|The event loop .*)$/)
    readings.push(reading)
    await changed(page)
  }
  t.ok(readings.at(-1).listeners > readings[0].listeners, `listeners ${readings.map(({ listeners }) => listeners)}`)
  const rates = readings.map(({ rate }) => Math.round(rate))
  t.ok(rates.at(-1) < Math.max(...rates.slice(0, 3)), `req/s ${rates}`)
  await ended(page)

  const [result] = saved(project)
  const { load: { connections, duration }, requests, server, target, timeouts } = result
  t.strictSame({ target, connections, duration }, { target: 'slow', connections: 100, duration: 5 })
  for (const one of [page, other]) {
    await ended(one)
    t.equal(await value(one, 'rate'), requests.average)
    t.equal(await value(one, 'latency'), isOverTimeout(result) ? Infinity : result.latency.p99)
    t.equal(await value(one, 'delay'), server.delayP99)
    t.equal(await value(one, 'listeners'), server.listeners)
    t.equal(await value(one, 'heap'), server.heap)
    t.equal(await value(one, 'cpu'), server.cpu)
    t.equal(await one.locator('#timeouts').textContent(), timeouts ? `slow ${number(timeouts)}` : '0')
    t.equal(await one.locator('#listeners code').textContent(), 'after')
    t.equal(await one.locator('#unavailable').textContent(), '0')
    t.equal(await headline(one).textContent(), `slow: ${number(requests.average)} req/s`)
    t.equal(await one.locator('#rate .value').textContent(), `${number(requests.average)} req/s`)
  }
  t.equal(await detail(page), await sentenceOf(result, path.join('results', loads(project)[0])),
    'a screen reader announces it')
  t.equal(await page.locator('#panels canvas').count(), 6)
})

onPage('a race: three curves and the ratio, as in the saved results', {}, async (t, { page, project }) => {
  await page.fill('#duration', '2')
  await page.click('#race')
  await ended(page)
  const results = saved(project)
  t.strictSame(results.map(({ target }) => target), ['slow', 'fast', 'optimized'])
  for (const [i, { requests }] of results.entries()) t.equal(await value(page, 'rate', i), requests.average)
  const [a, b, c] = results.map(({ cpuPerRequest }) => cpuPerRequest)
  t.equal(await headline(page).textContent(), `fast is ${ratio(a / b)} slow, optimized is ${ratio(b / c)} fast`)

  const sentences = await Promise.all(results.map((result) => sentenceOf(result)))
  t.equal(await detail(page), `By CPU time per request. ${sentences.join(' ')}`)
  t.equal(await pressed(page, 'log'), 'true', 'a race has log axes')
  const before = await page.locator('#rate canvas').screenshot()
  await page.click('#log')
  t.equal(await pressed(page, 'log'), 'false')
  t.equal(before.equals(await page.locator('#rate canvas').screenshot()), false, 'the other axis shows other curves')
})

onPage('the keyboard alone', NO_RACE, async (t, { page, open, project }) => {
  const ticked = () => page.$$eval('[name=target]:checked', (boxes) => boxes.map(({ value }) => value).join())
  for (const [key, names] of [['3', 'slow,optimized'], ['1', 'optimized'], ['3', '']]) {
    await page.keyboard.press(key)
    t.equal(await ticked(), names)
  }
  await page.keyboard.press('Space')
  t.equal(await page.locator('#notice').textContent(), 'Tick at least one target')
  await page.keyboard.press('1')
  await page.keyboard.press('Space')
  await started(page)
  t.equal(await page.locator('#start span').textContent(), 'Stop')

  await page.keyboard.press('Space')
  await ended(page)
  t.equal(await headline(page).textContent(), 'slow stopped')
  t.strictSame(project.results(), [])

  await page.focus('#duration')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('31')
  t.equal(await page.inputValue('#duration'), '31')
  t.equal(await ticked(), 'slow', 'a digit in a field is a digit')

  await page.keyboard.press('Tab')
  const focused = []
  const CONTROLS = ['start', 'race', ...Array(6).fill(''), 'earlier', 'speed', 'pin', 'log', 'theme']
  for (let i = 0; i < CONTROLS.length; i++) {
    focused.push(await page.evaluate(() => document.activeElement.id))
    await page.keyboard.press('Tab')
  }
  t.strictSame(focused, CONTROLS, 'the titles of the charts have no ids; nothing can be played')

  const dark = await pressed(page, 'theme')
  await page.locator('body').press('t')
  t.not(await pressed(page, 'theme'), dark)
})

onPage('any targets race; the header marks the one under load', {}, async (t, { page, project }) => {
  await page.fill('#duration', '2')
  await page.locator('#targets label').nth(1).click() // slow is ticked already
  await page.keyboard.press('Space')
  await started(page)
  const marked = () => page.locator('[aria-current=true]').innerText()
  t.match(await marked(), /slow$/)
  await page.waitForSelector('label[aria-current=true]:has([value=fast])', { timeout: PATIENCE })
  await ended(page)
  t.strictSame(saved(project).map(({ target }) => target), ['slow', 'fast'])
  t.equal(await page.locator('[aria-current=true]').count(), 0)
})

onPage('one chart fills the page by a click or a key', {}, async (t, { page }) => {
  const large = () => page.$$eval('.panel.large', (panels) => panels.map(({ id }) => id).join())
  const covers = async (id) => {
    const { x, y, width, height } = await page.locator(`#${id}`).boundingBox()
    return { x, y, width, height }
  }
  await page.click('#heap .chart')
  t.equal(await large(), 'heap')
  t.strictSame(await covers('heap'), { x: 0, y: 0, width: 1280, height: 720 })
  await page.click('#heap .chart')
  t.equal(await large(), '')
  for (const id of ['rate', 'latency', 'delay', 'listeners', 'heap', 'cpu', '']) {
    await page.keyboard.press('c')
    t.equal(await large(), id)
  }
  await page.focus('#cpu button')
  await page.keyboard.press('Enter')
  t.equal(await large(), 'cpu')
  await page.keyboard.press('Escape')
  t.equal(await large(), '')
})

onPage('all sizes follow the window', {}, async (t, { page }) => {
  const sizes = () => page.evaluate(() => {
    const size = (selector) => parseFloat(window.getComputedStyle(document.querySelector(selector)).fontSize)
    return { page: size(':root'), axis: size('.chart'), headline: size('.headline') }
  })
  const small = await sizes()
  t.strictSame(small, { page: 16, axis: 14, headline: 36.8 })
  await page.setViewportSize({ width: 1920, height: 1080 })
  const large = await sizes()
  for (const [name, size] of Object.entries(large)) {
    t.ok(Math.abs(size / small[name] - 1.5) < 0.01, `${name}: ${size} px`)
  }
})

onPage('an earlier run is played to the digit, and another laid over it', NO_RACE, async (t, { page, project }) => {
  await page.waitForFunction(() => document.querySelector('#earlier').textContent === 'no recorded race')
  t.ok(await page.locator('#play').isDisabled())
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await page.fill('#duration', '1')
  await page.click('#start')
  await ended(page)
  const [fast] = saved(project)
  const figures = async (i = 0) =>
    Promise.all(['rate', 'latency', 'delay', 'heap', 'cpu'].map((id) => value(page, id, i)))
  const measured = ({ requests, latency, server: { delayP99, heap, cpu } }) =>
    [requests.average, latency.p99, delayP99, heap, cpu]
  t.strictSame(await figures(), measured(fast))

  await page.reload()
  await page.waitForSelector('#play:enabled')
  t.match(await page.locator('#earlier option:checked').textContent(), /^\d{4}-\d\d-\d\d \d\d:\d\d fast$/)
  await page.selectOption('#speed', 'Infinity')
  await page.click('#play')
  await page.waitForFunction(() => document.querySelector('#summary .detail').textContent.includes('Replay of'))
  t.strictSame(await figures(), measured(fast), 'at once, to the digit')

  await page.selectOption('#speed', '4')
  await page.click('#play')
  await page.waitForFunction(() => document.querySelector('#now .detail').textContent.includes('replay of'))
  t.equal(await page.locator('#start span').textContent(), 'Start', 'nothing runs')
  await page.waitForFunction(() => document.querySelector('#summary .detail').textContent.includes('Replay of'))
  t.strictSame(await figures(), measured(fast), 'at 4 ×')

  await page.keyboard.press('p')
  t.equal(await pressed(page, 'pin'), 'true')
  await page.fill('#duration', '1')
  await page.click('#targets label:has([value=optimized])')
  await page.click('#targets label:has([value=slow])')
  await page.click('#start')
  await page.waitForFunction(() =>
    document.querySelector('#summary .headline').textContent.startsWith('optimized'), null, { timeout: PATIENCE })
  t.strictSame(await page.locator('#rate .name').allTextContents(), ['pinned fast', 'optimized'])
  t.strictSame([await figures(0), await figures(1)], saved(project).map(measured), 'before and after')
  await page.waitForFunction(() => // the run that has ended last
    document.querySelector('#earlier option:checked').textContent.endsWith(' optimized'))
  await page.keyboard.press('p')
  t.strictSame(await page.locator('#rate .name').allTextContents(), ['optimized'])
})

// Labels, contrast and roles, by the rules of axe.
onPage('accessible (WCAG 2.2 AA): light and dark, before and after a run', {}, async (t, { page }) => {
  await page.evaluate(axe)
  const broken = () => page.evaluate(() =>
    window.axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)))
  t.strictSame(await broken(), [])
  await page.fill('#duration', '1')
  await page.click('#race')
  await ended(page)
  for (const scheme of ['one', 'the other']) {
    t.strictSame(await broken(), [], `in ${scheme} scheme`)
    await page.locator('body').press('t')
  }
})

onPage('a button that was clicked leaves space to start and stop', {}, async (t, { page }) => {
  await page.click('#race')
  await started(page)
  await page.keyboard.press('Space')
  await ended(page)
  t.equal(await headline(page).textContent(), 'slow stopped')
})

const dying = "let n = 0; server.on('after', () => { if (++n === 200) throw new Error('had <b>enough</b>') })"
onPage('a server that dies', { 'slow/index.js': `${slow}\n${dying}` }, async (t, { page }) => {
  await page.keyboard.press('Space')
  await ended(page)
  t.equal(await headline(page).textContent(), 'slow failed')
  const message = /^slow died \(exit code 1; .*index\.js\)\. Its last output:\n[^]*\nError: had <b>enough<\/b>\n/
  t.match(await page.locator('#message').textContent(), message)
  t.equal(await detail(page), 'Error: had <b>enough</b>. Nothing of slow is saved.', 'the error first')
  t.ok(await page.locator('#message').isVisible())
})

onPage('settings out of bounds are not sent', {}, async (t, { page }) => {
  await page.fill('#connections', '1001')
  await page.click('#start')
  t.equal(await page.evaluate(() => document.querySelector('#connections').validity.rangeOverflow), true)
  t.equal(await page.locator('#start span').textContent(), 'Start')
})

onPage('before the stages are known, nothing can be started', {}, async (t, { page, live }) => {
  let arrive
  const held = new Promise((resolve) => { arrive = resolve })
  await page.route('**/events', async (route) => { await held; await route.continue() })
  await page.goto(live.url)
  await page.waitForSelector('#rate canvas')
  t.ok(await page.locator('#start').isDisabled())
  await page.keyboard.press('Space')
  await page.keyboard.press('r')
  t.equal(await page.locator('#notice').textContent(), '')
  arrive()
  await page.click('#start')
  await started(page)
  t.equal(await page.locator('#start span').textContent(), 'Stop')
})

onPage('a stream that is lost comes back and catches up', {}, async (t, { live, project }) => {
  const wire = http.createServer((req, res) => {
    const { method, headers } = req
    const onward = http.request(req.url, { method, headers }, (answer) =>
      answer.pipe(res.writeHead(answer.statusCode, answer.headers)))
    req.pipe(onward.on('error', () => res.destroy()))
    res.on('close', () => onward.destroy())
  }).listen(0, '127.0.0.1')
  await once(wire, 'listening')
  t.teardown(() => wire.close())
  const proxy = { server: `127.0.0.1:${wire.address().port}`, bypass: '<-loopback>' }
  const context = await browser.newContext({ proxy })
  t.teardown(() => context.close())
  const page = await context.newPage()
  await page.goto(live.url)

  await page.fill('#duration', '3')
  await page.click('#start')
  await started(page)
  wire.closeAllConnections()
  await page.waitForFunction(() => document.querySelector('#notice').textContent.startsWith('The connection is lost'),
    null, { polling: 20, timeout: PATIENCE })
  await ended(page)
  const [{ requests }] = saved(project)
  t.equal(await headline(page).textContent(), `slow: ${number(requests.average)} req/s`)
  t.equal(await page.locator('#notice').textContent(), '')
})
