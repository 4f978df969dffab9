'use strict'

// The two kinds of run of this lab.

const { setMaxListeners } = require('node:events')
const { createHistogram } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const { sendLoad } = require('../../../scripts/lib/load/load')
const { preload, startServer } = require('../../../scripts/lib/server/server')
const { startNginx } = require('./nginx')

const STREAMS = 10
const LEAD = 2 // s that an instance is under load before the requests to nginx start

/**
 * Sends requests at a constant rate, a multiple of ten, however the earlier ones fare: ten streams
 * that start a tenth of a second apart, because autocannon sends a second's requests at its start.
 */
function runSteadyLoad (url, { rate, duration }, options) {
  setMaxListeners(3 * STREAMS, options.signal) // each stream adds two and removes them at its end
  const share = rate / STREAMS
  const stream = { url, connections: share, rate: share, duration }
  return Promise.all(Array.from({ length: STREAMS }, async (_, i) => {
    await sleep(i * 1000 / STREAMS)
    return sendLoad(stream, options)
  }))
}

/** Counts accepted (200), shed (503) and failed requests: not 200, or no answer. */
function createCounter () {
  const accepted = createHistogram() // µs
  let shed = 0
  let failed = 0
  return {
    answered (status, ms) {
      if (status === 200) accepted.record(Math.max(1, Math.round(ms * 1000)))
      else failed++
      if (status === 503) shed++
    },
    failed: () => { failed++ },
    figures: (seconds) => ({
      accepted: accepted.count / seconds,
      p99: accepted.count ? accepted.percentile(99) / 1000 : null,
      shed: shed / seconds,
      failed: accepted.count ? failed / (accepted.count + failed) * 100 : 100
    })
  }
}

/** Overloads a server. */
async function measureShedding (target, load, { signal }) {
  const meter = createCounter()
  const execArgv = preload('excess-listeners')
  const server = await startServer(target, { execArgv, signal })
  try {
    await runSteadyLoad(server.url, load, { meter, signal: server.over })
    const [excess] = await server.ask('excessListeners')
    return { ...meter.figures(load.duration), listeners: excess?.listeners ?? null }
  } finally {
    await server.stop()
  }
}

/** nginx as a load balancer. The lab is about proxy_next_upstream, which is `next`. */
const balancer = (instances, next) => (listen) => `
  upstream instances {
    ${instances.map((url) => `server ${new URL(url).host};`).join(' ')}
    keepalive 16;
  }
  server {
    listen ${listen};
    location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream ${next};
    }
  }`

/**
 * Sends requests to two instances behind nginx, of which one is overloaded past nginx: `rate` and
 * `overload`, in req/s. The target's env.NEXT is the value of proxy_next_upstream.
 */
async function measureFailover (target, { rate, overload, duration }, { signal }) {
  const seconds = Math.max(1, duration - LEAD)
  const meter = createCounter()
  const running = []
  try {
    for (let i = 0; i < 2; i++) running.push(await startServer(target, { signal }))
    const [overloaded, other] = running
    const nginx = await startNginx(balancer([overloaded.url, other.url], target.env.NEXT))
    running.push(nginx)
    const past = { rate: overload, duration: seconds + LEAD }
    const overloading = runSteadyLoad(overloaded.url, past, { signal: overloaded.over })
    const through = sleep(LEAD * 1000).then(() =>
      runSteadyLoad(nginx.url, { rate, duration: seconds }, { meter, signal: other.over }))
    await Promise.all([overloading, through])
    return meter.figures(seconds)
  } finally {
    for (const server of running.reverse()) await server.stop()
  }
}

module.exports = { measureFailover, measureShedding }
