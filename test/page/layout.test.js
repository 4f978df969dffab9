'use strict'

// The live page on a phone, a laptop and a projector: nothing overflows, and no label is cut. The
// axes are drawn on a canvas and are not checked.

const t = require('tap')
const {
  end, pageTests, result, sample, show, start, target
} = require('../helpers/live-page')

const WIDTHS = [390, 1280, 1920] // px

const onPage = pageTests(t)

// Runs with the longest figures that are likely.
const RACE = ['slow', 'fast', 'optimized']
const probe = { cpu: 1.054, delayP99: 105.02, heap: 1.234e9, listeners: 123_456 }
const failures = { timeouts: 1234, errors: 2345, unavailable: 12_345 }
const long = { ...failures, rate: 123_456, latencyP99: 105.02, answered: 123_456, probe }

const sampled = (name) => [target(name), ...[23.4, 24].map((time) => sample({ ...long, time }))]
const done = (name) => [...sampled(name), result(12_345.67, {
  ...failures,
  requests: { average: 123_456, total: 123_456 },
  latency: { p99: 105.02 },
  statuses: { 503: 12_345 },
  server: probe,
  bottleneck: 'generator',
  warnings: ['other programs used 123 % of a core during the load. Close them and measure again']
})]
const block = (children) => ({ name: 'all', owner: 'own', self: 1, value: 2, children })
const flame = (target) => ({
  type: 'flame',
  data: {
    target,
    tree: block([block([])]),
    seconds: 3,
    load: { connections: 100, duration: 5 },
    cpuPerRequest: 12_345
  }
})

const STATES = {
  'before any run': [],
  blocked: [start('slow'), ...sampled('slow'), sample({ ...failures, time: 30, probe: null })],
  'during a race': [start(...RACE), ...done('slow'), ...done('fast'), ...sampled('optimized')],
  'after a race': [start(...RACE), ...RACE.flatMap(done), end('done')],
  'a flame graph after a run': [start('slow'), ...done('slow'), end('done'), flame('slow')],
  'flame graphs after a race':
    [start(...RACE), ...RACE.flatMap(done), end('done'), ...RACE.map(flame)],
  failed: [start('slow'), ...sampled('slow'), end('failed', { message: 'long'.repeat(50) }),
    flame('slow')]
}

onPage('everything fits, in all states', async (t, page) => {
  for (const [state, events] of Object.entries(STATES)) {
    await show(page, ...events)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: Math.max(800, width * 9 / 16) })
      t.strictSame(await page.evaluate(findFaults), [], `${state}, ${width} px`)
    }
    await page.keyboard.press('c') // with one chart more, or less
  }
})

onPage('a race can be read from the back row', async (t, page) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await show(page, ...STATES['during a race'])
  const sizes = await page.$$eval('body *', (all) => {
    const texts = all.filter((part) => part.checkVisibility() && part.innerText?.trim())
    return texts.map((part) => parseFloat(window.getComputedStyle(part).fontSize))
  })
  t.ok(Math.min(...sizes) >= 23.9, `the smallest text has ${Math.min(...sizes)} px`)
  const heights = await page.$$eval('.u-over', (plots) => plots.map((plot) => plot.clientHeight))
  t.ok(Math.min(...heights) >= 240, `the lowest chart has ${Math.min(...heights)} px`)
})

/* global NodeFilter */
/** Runs in the page: what is too wide, under the footer, or cut. */
function findFaults () {
  const { scrollWidth, clientWidth } = document.scrollingElement
  const faults = []
  if (scrollWidth > clientWidth) faults.push(`${scrollWidth} px of ${clientWidth} px`)
  const bottom = document.querySelector('footer').getBoundingClientRect().top
  for (const part of document.querySelectorAll('#state, #message, article, #bars, #flames')) {
    const isBelow = part.getBoundingClientRect().bottom > bottom
    const isFull = part.scrollHeight > part.clientHeight + 1
    if (window.innerWidth > 960 && part.checkVisibility() && (isBelow || isFull)) {
      faults.push(`${part.id}: ${isBelow ? 'under the footer' : 'overflows'}`)
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: { textContent, parentElement: parent } } = walker
    const isClipped = /hidden|clip/.test(window.getComputedStyle(parent).overflowX)
    if (!isClipped || parent.closest('.unseen') || !parent.checkVisibility()) continue
    const isCut = textContent.trim() && parent.scrollWidth > parent.clientWidth
    if (isCut) faults.push(`"${textContent}" is cut`)
  }
  return faults
}
