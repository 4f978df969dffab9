'use strict'

const { performance } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const autocannon = require('autocannon')
const { abortable } = require('../../../scripts/lib/cli/abortable')
const { integer } = require('../../../scripts/lib/cli/flags')
const { number } = require('../../../scripts/lib/cli/format')
const { preload } = require('../../../scripts/lib/server/server')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { fitLine } = require('../../../scripts/lib/compare/fit')
const { listCounts, stageFlag, withServer } = require('../check')

const MINUTES = 10 // on the server's clock
const INTERVAL = 200 // ms between two samples
const WARM_UP = 1 / 5 // of the samples, which do not count
const POINTER = 8 // bytes: a leak keeps at least a pointer for each request
const CONDITIONAL = { headers: { 'If-None-Match': '*' } }

function run ({ stage, requests, connections }, { onProgress, signal }) {
  const options = { execArgv: [...preload('clock'), ...preload('live')], signal }
  return withServer(findTarget(stage), options, async (server) => {
    const load = { url: server.url, connections, amount: requests }
    const begun = performance.now() // autocannon's own duration follows the wall clock
    const instance = autocannon({ ...load, requests: [CONDITIONAL, ...Array(9).fill({})] })
    let answered = 0
    instance.on('response', () => { answered++ })
    server.over.addEventListener('abort', () => instance.stop())
    const loaded = abortable(instance, server.over)
    loaded.catch(() => {}) // a question to the server may reject first

    const samples = []
    let minute = 1
    do {
      samples.push({ answered, ...await server.ask('sampleInterval') })
      onProgress(answered / requests)
      if (minute < MINUTES && answered / requests > minute / MINUTES) {
        await server.ask('skipMinute')
        minute++
      }
    } while (!await Promise.race([loaded, sleep(INTERVAL, false)]))
    const took = (performance.now() - begun) / 1000 // s
    samples.push({ answered, ...await server.ask('sampleInterval') })
    const answers = {} // by status
    for (const [status, { count }] of Object.entries((await loaded).statusCodeStats)) {
      answers[status] = count
    }
    return { took, answers, lost: requests - answered, ...summarize(samples) }
  })
}

/** The growth of memory, in bytes a request, and the listeners, after the warm-up. */
function summarize (samples) {
  const counted = samples.slice(Math.ceil(samples.length * WARM_UP))
  const fit = (what) => fitLine(counted.map((sample) => ({ x: sample.answered, y: sample[what] })))
  return {
    listeners: { first: counted[0].listeners, last: counted.at(-1).listeners },
    growth: { heap: fit('heap'), rss: fit('rss') }
  }
}

/** Growth is ruled out only where its whole interval lies below the size of a pointer. */
function growthLine (what, { b, bInterval: [low, high] }) {
  const interval = `${number(low)} to ${number(high)}`
  const text = `${number(b)} bytes a request (95 %: ${interval})`
  return [`${what} grows by`, text, !(high < POINTER)]
}

const isWrong = (status) => !['200', '304'].includes(status)

function report ({ settings, took, answers, lost, listeners, growth }) {
  const { requests, connections } = settings
  const listenerCount = (count) => count === null ? 'at most ten' : number(count)
  const first = listenerCount(listeners.first)
  const last = listenerCount(listeners.last)
  const load = `${number(requests)} over ${number(connections)} connections`
  return [
    ['requests', `${load}, in ${number(took)} s`],
    ['answers', listCounts(answers, ' with '), Object.keys(answers).some(isWrong)],
    ['without an answer', number(lost), lost],
    ['most listeners of one event, first and last', `${first}, ${last}`, first !== last],
    growthLine('the heap', growth.heap),
    growthLine('RSS', growth.rss)
  ]
}

module.exports = {
  summary: 'Sends a million requests while minutes pass, and samples memory for a leak.',
  flags: {
    stage: stageFlag('optimized', 'fast'),
    requests: integer(20_000, 1e9, 'in all', 1e6),
    connections: integer(1, 1000, 'at once', 50)
  },
  run,
  report
}
