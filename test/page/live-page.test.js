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
  const lines = await texts(page, '#now p, #summary p, #message')
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
  for (const events of [
    [],
    slow,
    [...slow, sample()],
    [...slow, sample({ time: 5.2 })], // the last reading may be late
    [...slow, sample({ time: 2 }), silent(2.75)],
    [...slow, result(812), end('done')],
    [...optimized, bound, end('done')],
    [...fast, result(1624, { warnings: ['other programs used 40 %. Close them'] }), end('done')],
    [...optimized, end('failed', { message: 'slow died\nError: had <b>enough</b>' })]
  ]) {
    await show(page, ...events)
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
  t.strictSame(await figures(page), ['1,200', '17', '53', '54', '5.7', '25'])
  t.strictSame(await failures(page), ['slow 4', 'slow 7'])
  for (const [timeouts, p99] of [[10, '23'], [11, '> 10,000']]) { // of 1,000 answers
    await show(page, ...run, sample({ timeouts, errors: 15 }))
    const [, latency] = await figures(page)
    t.equal(latency, p99)
    t.strictSame(await failures(page), [`slow ${timeouts}`, 'slow 3', `slow ${15 - timeouts}`])
  }
})

onPage('a curve with a tail is named blocked', async (t, page) => {
  const run = [start('slow'), target('slow'), sample({ probe: { heap: 5e6, cpu: 0.5 } })]
  for (const [name, ...events] of [
    ['slow', sample({ time: 1.5, probe: null }), result(812)], // the last reading may be late
    ['slow', sample({ time: 2, probe: null })],
    ['slow, blocked', sample({ time: 2, probe: null }), result(812)]
  ]) {
    await show(page, ...run, ...events)
    t.strictSame(await texts(page, '#heap li b'), [name])
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

onPage('a race ends with bars that grow as the answers came in', async (t, page) => {
  await show(page, ...RACE)
  await dispatch(page, end('done'))
  await page.keyboard.press('l') // draws at once: the bars begin
  const countsAfter = async (ms) => {
    await page.clock.runFor(ms)
    const counts = await texts(page, '.count')
    return counts.map(Number)
  }
  for (const expected of [50, 100, 200]) { // after ½ s, 1 s and 1½ s of the load
    const counts = await countsAfter(1500) // 6 s show all of it
    for (const count of counts) t.ok(Math.abs(count - expected) <= 5, `${count}, not ${expected}`)
  }
  t.strictSame(await countsAfter(1600), [350, 700])
  const widthsOf = (bars) => bars.map(({ clientWidth }) => clientWidth)
  const [slow, fast] = await page.$$eval('.bar', widthsOf)
  t.ok(Math.abs(fast / slow - 2) < 0.02, 'in proportion')
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
  const done = ['fast: 2 × the answers of slow',
    `CPU time per request: slow 810 µs, fast 410 µs. ${replayOf}`]
  await page.keyboard.press('e')
  await page.locator('#progress').waitFor()
  for (const [ms, ...words] of [
    [1500, 'slow answers 1,200 requests per second', 'slow: 1.0 of 5 s', replayOf],
    [1700, 'fast answers 1,200 requests per second', 'fast: 1.0 of 5 s', replayOf],
    [1500, ...done]
  ]) {
    await page.clock.runFor(ms)
    t.strictSame(await wordsOf(page), words)
  }
})

onPage('P lays a run under the next one, and takes it away again', async (t, page) => {
  await show(page, start('fast'), ...load('fast', 406, 700), end('done'))
  await page.keyboard.press('p')
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
const flame = (target, tree) => ({ type: 'flame', data: { target, tree } })
const TREE = block('all', 'node', 0,
  block('handler', 'own', 1, block('sort', 'own', 4, block('sort', 'own', 0)),
    block('write', 'node', 80)),
  block('sort', 'own', 5))

onPage('a flame graph names the hottest own function, over all its blocks', async (t, page) => {
  await show(page, flame('slow'))
  await page.locator('figcaption').waitFor()
  t.strictSame(await texts(page, 'figcaption'), ['slow taking a CPU profile for 3 s …'])
  for (const [tree, text] of [
    [block('all', 'node', 0, TREE, block('sort', 'own', 0, block('log', 'node', 10))),
      'slow hottest own function: sort, 19 % total, 9 % self'],
    [block('all', 'node', 1), 'slow no function of its own']
  ]) {
    await send(page, flame('slow', tree))
    t.strictSame(await texts(page, 'figcaption'), [text])
  }
})

onPage('F profiles what is shown, then shows two graphs at a time, then none', async (t, page) => {
  const posted = await answer(page, 'flame')
  await show(page, ...RACE, end('done'))
  await page.keyboard.press('f')
  await waitUntil(() => posted.length)
  t.strictSame(posted, [{ targets: ['slow', 'fast'], connections: 100, duration: 10 }])
  await send(page, ...['slow', 'fast', 'optimized'].map((name) => flame(name, TREE)))
  await page.locator('figure').nth(2).waitFor({ state: 'attached' })
  const shown = () => page.$$eval('figure:not([hidden])', (all) => {
    return all.map(({ dataset }) => dataset.target)
  })
  for (const names of [['slow', 'fast'], ['fast', 'optimized'], []]) {
    t.strictSame(await shown(), names)
    await page.keyboard.press('f')
  }
})

// The longest figures that are likely.
const probe = { cpu: 1.054, delayP99: 105.02, heap: 1.234e9, listeners: 123_456 }
const failed = { timeouts: 1234, errors: 2345, unavailable: 12_345 }
const longRun = (name) => [
  target(name),
  ...[23.4, 24].map((time) =>
    sample({ ...failed, time, rate: 123_456, latencyP99: 105.02, answered: 123_456, probe })),
  result(12_345.67, {
    ...failed,
    requests: { average: 123_456, total: 123_456 },
    server: probe,
    bottleneck: 'generator'
  })
]

onPage('on a phone, a laptop and a projector, everything fits', async (t, page) => {
  const race = ['slow', 'fast', 'optimized']
  for (const [state, ...events] of [
    ['before any run'],
    ['blocked', start('slow'), ...longRun('slow').slice(0, -1), sample({ time: 30, probe: null })],
    ['during a race', start(...race), ...race.flatMap(longRun).slice(0, -1)],
    ['after a race', start(...race), ...race.flatMap(longRun), end('done')],
    ['failed', start('slow'), ...longRun('slow'), end('failed', { message: 'long'.repeat(50) })]
  ]) {
    await show(page, ...events)
    for (const width of [390, 1280, 1920]) {
      await page.setViewportSize({ width, height: Math.max(800, width * 9 / 16) })
      const isWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.scrollingElement
        return scrollWidth > clientWidth
      })
      t.notOk(isWide, `${state}, ${width} px`)
    }
    await page.keyboard.press('c') // with one chart more, or less
  }
})

onPage('everything is accessible, in light and dark', async (t, page) => {
  const isAccessible = async (what) => t.strictSame(await findBreaches(page), [], what)
  await show(page)
  await page.clock.resume() // axe waits
  await isAccessible('before any run')
  t.equal(await page.locator('#panels').isVisible(), false, 'no empty charts')
  t.equal(await page.locator('#listeners').isVisible(), false, 'the reader is to find it')
  await dispatch(page, ...RACE, end('done'))
  await page.locator('#bars li').first().waitFor()
  await isAccessible('the bars')
  await page.keyboard.press('b')
  await page.keyboard.press('c')
  t.equal(await page.locator('#listeners').isVisible(), true)
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
