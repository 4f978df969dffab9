'use strict'

// The live page in a browser, with made-up events in place of a run. Its clock stands still, and
// moves when a test says so.

const { serveLivePage } = require('../../scripts/lib/live/live-server')
const { browserTests, openPage } = require('./browser')

const TARGETS = ['slow', 'fast', 'optimized', 'exercise']
const HELLO = { type: 'hello', data: { targets: TARGETS, ticked: 'slow', duration: 10 } }
const DRAWN = 300 // ms: the page is drawn four times a second

const start = (...targets) => ({ type: 'start', data: { targets, connections: 100, duration: 5 } })
const target = (target) => ({ type: 'target', data: { target } })
const end = (outcome, rest) => ({ type: 'end', data: { outcome, ...rest } })

/** A sample whose figures all differ. */
const sample = (rest) => ({
  type: 'sample',
  data: {
    time: 1.25,
    rate: 1234.56,
    latencyP99: 23.456,
    answered: 1000,
    unavailable: 3,
    timeouts: 0,
    errors: 2,
    probe: { cpu: 0.512, delayP99: 1045.6, heap: 23_456_789, listeners: 54_321 },
    ...rest
  }
})

/** A result of which the same is true; `cpuPerRequest` in µs. */
const result = (cpuPerRequest, rest) => ({
  type: 'result',
  data: {
    result: {
      startedAt: '2026-01-02T03:04:05.678Z',
      requests: { average: 1e6 / cpuPerRequest, total: 812_000 / cpuPerRequest },
      cpuPerRequest,
      latency: { p99: 17.258 },
      server: { cpu: 0.25, delayP99: 53.126, heap: 5_678_901 }, // of the whole run: no listeners
      timeouts: 0,
      errors: 7,
      statuses: { 200: 99 },
      bottleneck: 'server',
      ...rest
    }
  }
})

/* global EventTarget, MessageEvent */
/** Runs in the page: tests send the events. */
function prepare () {
  window.EventSource = class extends EventTarget {
    constructor () {
      super()
      window.stream = this
    }
  }
}

/** Gives a function that adds a test of the page. It fails if the browser has a complaint. */
function pageTests (t) {
  const inBrowser = browserTests(t)
  let live
  t.before(async () => {
    live = await serveLivePage({ port: 0 })
    t.teardown(live.close)
  })
  return (name, run) => inBrowser(name, async (t, context) => {
    const complaints = []
    const page = await openPage(context, live.url, complaints)
    page.on('console', (message) => complaints.push(message.text()))
    await page.addInitScript(prepare)
    await page.clock.install()
    await page.goto(live.url)
    await page.clock.pauseAt(Date.now() + 60_000)
    await run(t, page)
    const errors = complaints.filter((text) => !/status of 400/.test(text)) // refused
    t.strictSame(errors, [], 'no error, no breach of the policy, nothing from elsewhere')
  })
}

/** Sends events to a page, which draws them later. */
async function dispatch (page, ...events) {
  await page.evaluate((texts) => {
    for (const data of texts) window.stream.dispatchEvent(new MessageEvent('message', { data }))
  }, events.map((event) => JSON.stringify(event)))
}

/** Sends events to a page, and waits until they are drawn. */
async function send (page, ...events) {
  await dispatch(page, ...events)
  await page.clock.runFor(DRAWN)
}

/** Shows a run from its start, in place of an earlier one. */
const show = (page, ...events) => send(page, HELLO, ...events)

/** Answers requests of a page in place of the server, and gives what was sent. */
async function answer (page, path, refusal) {
  const bodies = []
  await page.route(`**/${path}`, (route) => {
    bodies.push(route.request().postDataJSON())
    route.fulfill(refusal ? { status: 400, json: { message: refusal } } : { json: {} })
  })
  return bodies
}

const texts = (page, selector) => page.locator(selector).allTextContents()

module.exports = {
  answer,
  dispatch,
  end,
  pageTests,
  result,
  sample,
  send,
  show,
  start,
  target,
  texts,
  HELLO
}
