'use strict'

// What the live page shows of a run.

const t = require('tap')
const { findBreaches } = require('../helpers/browser')
const { matchExpected } = require('../helpers/expected')
const {
  answer, dispatch, end, pageTests, result, sample, send, show, start, target, texts
} = require('../helpers/live-page')
const { waitUntil } = require('../helpers/wait')

const onPage = pageTests(t)

/** The state in words: the headline, and what stands below it. */
async function wordsOf (page) {
  const lines = await texts(page, '#summary p, #warnings:not([hidden]) summary, #message')
  return lines.filter(Boolean)
}

const figures = (page) => texts(page, 'article li span')
const failures = (page) => texts(page, '#failures div:not([hidden]) dd')
const names = (page) => texts(page, '#rate li b')

onPage('the state is said in words', async (t, page) => {
  const silent = (time) => sample({ time, probe: null })
  const slow = [start('slow', 'fast', 'optimized'), target('slow')]
  const fast = [...slow, result(812), target('fast')]
  const optimized = [...fast, result(406), target('optimized')]
  const bound = result(101.5, { bottleneck: 'generator' })
  let text = ''
  await page.emulateMedia({ reducedMotion: 'reduce' }) // no bars that grow
  for (const events of [
    slow,
    [...slow, sample()],
    [...slow, sample({ time: 5.2 })], // the last reading may be late
    [...slow, sample({ time: 2 }), silent(2.75)],
    [...slow, sample({ time: 5 }), 3000], // ms without an event
    [...slow, result(812), end('done')],
    [...optimized, bound, end('done')],
    [...fast, result(1624, { warnings: ['other programs used 40 %. Close them'] }), end('done')],
    [...optimized, result(203, { bottleneck: 'generator', warnings: ['a', 'b'] }), end('done')],
    [...optimized, end('failed', { message: 'slow died\nError: had <b>enough</b>' })]
  ]) {
    const ms = typeof events.at(-1) === 'number' ? events.pop() : 0
    await show(page, ...events)
    await page.clock.runFor(ms)
    text += (await wordsOf(page)).join('\n') + '\n\n'
  }
  matchExpected(t, 'live-page-states', text)
})

onPage('a figure is the last reading, and then that of the whole run', async (t, page) => {
  const run = [start('slow'), target('slow')]
  await show(page, ...run)
  t.strictSame(await figures(page), ['–', '–', '–', '–', '–', '–'])
  await send(page, sample(), sample({ time: 1.5, rate: 5, probe: null }))
  t.strictSame(await figures(page), ['5', '23', '1,000', '54,000', '23', '51'])
  t.strictSame(await failures(page), ['slow 3', 'slow 2'])
  await send(page, result(812, { statuses: { 200: 99, 503: 4 } }))
  t.strictSame(await figures(page), ['1,200', '17', '53', '54,000', '5.7', '25'],
    'a result has no listeners: their last reading stays')
  t.strictSame(await failures(page), ['slow 4', 'slow 7'])
  for (const [timeouts, p99] of [[10, '23'], [11, '> 10 s']]) { // of 1,000 answers
    await show(page, ...run, sample({ timeouts, errors: 15 }))
    const [, latency] = await figures(page)
    t.equal(latency, p99)
    t.strictSame(await failures(page), [`slow ${timeouts}`, 'slow 3', `slow ${15 - timeouts}`])
  }
})

/** The events of a load that answers 100 in its first second, and 200 in its second. */
const load = (name, cpuPerRequest, total) => [
  target(name),
  sample({ time: 1, answered: 100 }),
  sample({ time: 2, answered: 300 }),
  result(cpuPerRequest, { requests: { average: 1e6 / cpuPerRequest, total } })
]
const RACE = [start('slow', 'fast'), ...load('slow', 812, 350), ...load('fast', 406, 700)]

onPage('a race ends with bars that grow, and says its factor at last', async (t, page) => {
  const growing = ['The same loads, at the same time']
  await show(page, ...RACE)
  await dispatch(page, end('done'))
  await page.keyboard.press('l') // draws at once: the bars begin
  const countsAfter = async (ms) => {
    await page.clock.runFor(ms)
    const counts = await texts(page, '.count')
    return counts.map(Number)
  }
  for (const answered of [0, 100]) { // until 0.8 s and 1.6 s of the load
    t.strictSame(await countsAfter(2400), [answered, answered]) // 6 s show all of it
    t.strictSame(await wordsOf(page), growing)
  }
  t.strictSame(await countsAfter(1600), [350, 700])
  t.strictSame(await page.$$eval('.bar', (bars) => bars.map(({ style }) => style.width)),
    ['50%', '100%'])
  const [headline] = await wordsOf(page)
  t.equal(headline, 'fast answered in 2.5 s what slow answered in 5 s: 2 ×')
  for (const isShown of [true, false]) {
    t.equal(await page.locator('#finale').isVisible(), isShown)
    t.equal(await page.locator('#panels').isVisible(), !isShown)
    await page.keyboard.press('b')
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForFunction(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  t.strictSame(await countsAfter(100), [350, 700], 'at once, where motion is reduced')
})

onPage('an earlier run is played, one server after the other, to its figures', async (t, page) => {
  const run = {
    startedAt: '2026-01-02T03:04:05.678Z',
    environment: { node: 'v26.1.2' },
    events: RACE
  }
  await page.route('**/earlier.json', (route) => {
    route.fulfill({ json: [{ id: 'a.json', name: 'slow, fast' }] })
  })
  await page.route('**/earlier/a.json', (route) => route.fulfill({ json: run }))
  await show(page)
  await page.waitForFunction(() => document.querySelector('#earlier').value)
  const replayOf = 'Replay of 2026-01-02 03:04 UTC, Node.js v26.1.2.'
  const done = ['fast answered in 2.5 s what slow answered in 5 s: 2 ×',
    `CPU time per request: slow 810 µs, fast 410 µs. ${replayOf}`]
  await page.keyboard.press('e')
  await page.locator('#progress').waitFor()
  for (const [ms, ...words] of [
    [1500, 'slow: 1,200 requests per second', 'slow: 1.0 of 5 s', replayOf],
    [1700, 'fast: 1,200 requests per second', 'fast: 1.0 of 5 s', replayOf],
    [1500, 'The same loads, at the same time', replayOf],
    [6000, ...done]
  ]) {
    await page.clock.runFor(ms)
    t.strictSame(await wordsOf(page), words)
  }
})

onPage('P lays a run under the next one, and takes it away again', async (t, page) => {
  await show(page, start('fast'), ...load('fast', 406, 700), end('done'))
  await page.keyboard.press('p')
  t.strictSame(await names(page), ['fast'], 'once, while it is shown itself')
  await show(page, start('optimized'), ...load('optimized', 203, 900), end('done'))
  t.strictSame(await names(page), ['fast', 'optimized'])
  t.strictSame(await texts(page, '#rate .pinned'), ['fast2,500'])
  await page.keyboard.press('p')
  t.strictSame(await names(page), ['optimized'])
})

const block = (name, owner, self, ...children) => {
  const value = children.reduce((sum, child) => sum + child.value, self)
  return { name, owner, self, value, children }
}
const LOAD = { connections: 100, duration: 5 }
const flame = (target, tree, cpuPerRequest) =>
  ({ type: 'flame', data: { target, tree, cpuPerRequest, seconds: 3, load: LOAD } })
const TREE = block('all', 'node', 0,
  block('handler', 'own', 1, block('sort', 'own', 4, block('sort', 'own', 0)),
    block('write', 'node', 80)),
  block('sort', 'own', 5))

onPage('a flame graph names the hottest own function, over all its blocks', async (t, page) => {
  await show(page)
  for (const [tree, text] of [
    [block('all', 'node', 0, TREE, block('sort', 'own', 0, block('log', 'node', 10))),
      'slow hottest own function: sort, 19 % total, 9 % self'],
    [block('all', 'node', 1), 'slow no function of its own']
  ]) {
    await send(page, flame('slow', tree))
    await page.locator('figcaption', { hasText: text }).waitFor()
  }
})

onPage('F profiles what is shown, then shows pairs, then none', async (t, page) => {
  const posted = await answer(page, 'flame')
  await show(page, ...RACE, end('done'))
  await page.keyboard.press('b')
  await page.keyboard.press('f')
  await waitUntil(() => posted.length)
  t.strictSame(posted, [{ targets: ['slow', 'fast'], connections: 100, duration: 10 }])
  await send(page, flame('slow'))
  t.strictSame(await wordsOf(page).then(([headline]) => headline), 'CPU profile of slow … 3 s')
  t.equal(await page.locator('#panels').isVisible(), true, 'curves stay until there is a graph')
  const trees = [['slow', 800], ['fast', 8], ['optimized', 4]]
  await send(page, ...trees.map(([name, cost]) => flame(name, TREE, cost)))
  await page.locator('figure').nth(1).waitFor()
  await page.keyboard.press('s')
  const shown = () => page.$$eval('figure', (all) => all.map(({ dataset, lastChild: box }) => {
    return `${dataset.target} ${Math.round(100 * box.firstChild.clientWidth / box.clientWidth)} %`
  }))
  for (const widths of [['slow 100 %', 'fast 1 %'], ['fast 100 %', 'optimized 50 %'], []]) {
    t.strictSame(await shown(), widths)
    await page.keyboard.press('f')
  }
  t.equal(await page.locator('#panels').isVisible(), true, 'not the bars once more')
})

onPage('the room draws its guess, or types it, and the run goes through it', async (t, page) => {
  await show(page)
  const { x, y, width, height } = await page.locator('#rate .u-over').boundingBox()
  await page.mouse.move(x + width * 0.1, y + height * 0.75)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.2, y + height * 0.5)
  await page.mouse.up()
  t.equal(await page.inputValue('#guess'), '250 500')
  await page.fill('#guess', '250, 500 – 90')
  await show(page, start('slow'), target('slow'), sample())
  t.strictSame(await texts(page, '#rate li b'), ['guess', 'slow'])
  t.strictSame(await texts(page, '#cpu li b'), ['slow'])
  await page.keyboard.press('p')
  t.strictSame(await names(page), ['slow'])
})

onPage('what slow hides is shown only if somebody asks twice', async (t, page) => {
  const silent = sample({ time: 2.5, probe: null })
  await show(page, start('slow'), target('slow'), sample(), silent)
  const steps = [[false, false], [true, false], [true, true], [false, false]]
  for (const [isBlocked, isShown] of steps) {
    const words = await wordsOf(page)
    t.equal(words.some((text) => /event loop/.test(text)), isBlocked)
    t.equal(await page.locator('#listeners').isVisible(), isShown)
    await page.keyboard.press('c')
  }
})

onPage('everything is accessible, in light and dark', async (t, page) => {
  const isAccessible = async (what) => t.strictSame(await findBreaches(page), [], what)
  await show(page)
  await page.clock.resume() // axe waits
  await isAccessible('before any run')
  t.equal(await page.locator('#listeners').isVisible(), false, 'the reader is to find it')
  await dispatch(page, ...RACE, end('done'))
  await page.locator('#bars li').first().waitFor()
  await isAccessible('the bars')
  await page.keyboard.press('b')
  await page.keyboard.press('c')
  await page.keyboard.press('c')
  for (const colorScheme of ['dark', 'light']) {
    await page.keyboard.press('t')
    const shown = await page.evaluate(() => window.getComputedStyle(document.body).colorScheme)
    t.equal(shown, colorScheme)
    await isAccessible(`the charts, ${colorScheme}`)
  }
  await dispatch(page, flame('slow', TREE))
  await page.locator('.frame').first().waitFor()
  await isAccessible('a flame graph')
})
