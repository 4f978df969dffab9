'use strict'

// The two kinds of run of this lab. One overloads a server and counts accepted and shed requests.
// The other sends requests to nginx while one of the two instances behind it is overloaded.

const { setMaxListeners } = require('node:events')
const { createHistogram } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const { runLoad } = require('../../../scripts/lib/measure/load')
const { startServer } = require('../../../scripts/lib/measure/server')
const { startNginx } = require('./nginx')

const STREAMS = 10
const LEAD = 2 // s that an instance is under load before the requests to nginx start

/**
 * Sends requests at a constant rate, however the earlier ones fare: ten streams that start a tenth
 * of a second apart, because autocannon sends all requests of a second at its start.
 *
 * @param {string} url
 * @param {{ rate: number, duration: number }} load Total req/s, a multiple of ten; s.
 * @param {{ meter?: object, signal: AbortSignal }} options
 */
function runSteadyLoad (url, { rate, duration }, options) {
  setMaxListeners(3 * STREAMS, options.signal) // each stream adds two and removes them at its end
  const share = rate / STREAMS
  const stream = { url, connections: share, rate: share, duration }
  return Promise.all(Array.from({ length: STREAMS }, async (_, i) => {
    await sleep(i * 1000 / STREAMS)
    return runLoad(stream, options)
  }))
}

/**
 * Counts accepted requests (200), shed requests (503) and failed requests: every answer with
 * another status than 200, and every request without an answer.
 */
function createCounter () {
  const accepted = createHistogram() // µs
  const shed = createHistogram()
  let failed = 0
  const p99 = (histogram) => histogram.count ? histogram.percentile(99) / 1000 : null
  return {
    answered (status, ms) {
      const histogram = { 200: accepted, 503: shed }[status]
      histogram?.record(Math.max(1, Math.round(ms * 1000)))
      if (status !== 200) failed++
    },
    failed: () => { failed++ },
    /** @param {number} duration s */
    figures: (duration) => ({
      accepted: accepted.count / duration,
      p99: p99(accepted),
      shed: shed.count / duration,
      p99Shed: p99(shed),
      failed: accepted.count ? failed / (accepted.count + failed) * 100 : 100
    })
  }
}

/** Overloads a server. */
async function measureShedding (target, load, signal) {
  const meter = createCounter()
  const server = await startServer(target, { signal })
  try {
    await runSteadyLoad(server.url, load, { meter, signal: server.over })
    const { listeners } = await server.sample()
    const { accepted, p99, shed, p99Shed } = meter.figures(load.duration)
    return { p99, accepted, shed, p99Shed, listeners }
  } finally {
    await server.stop()
  }
}

/** nginx as a load balancer. The lab is about proxy_next_upstream, which is `next`. */
const balancer = (instances, next) => ({ listen }) => `
  upstream instances {
    ${instances.map((url) => `server ${new URL(url).host};`).join('\n    ')}
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
 * Sends requests to two instances behind nginx. One of them gets an extra load that is too much for
 * it, past nginx.
 *
 * @param {object} target With env.NEXT: the value of proxy_next_upstream.
 * @param {{ rate: number, overload: number, duration: number }} load To nginx, and past it, req/s;
 *   s of the overload.
 * @param {AbortSignal} signal
 */
async function measureFailover (target, load, signal) {
  const { rate, overload, duration } = load
  const seconds = Math.max(1, duration - LEAD)
  const running = []
  const meter = createCounter()
  try {
    for (let i = 0; i < 2; i++) running.push(await startServer(target, { signal }))
    const [overloaded, other] = running
    const nginx = await startNginx(balancer([overloaded.url, other.url], target.env.NEXT))
    running.push(nginx)
    const past = { rate: overload, duration: seconds + LEAD }
    await Promise.all([
      runSteadyLoad(overloaded.url, past, { signal: overloaded.over }),
      sleep(LEAD * 1000).then(() =>
        runSteadyLoad(nginx.url, { rate, duration: seconds }, { meter, signal: other.over }))
    ])
    const { failed, accepted, p99 } = meter.figures(seconds)
    return { failed, accepted, p99 }
  } finally {
    for (const server of running.reverse()) await server.stop()
  }
}

module.exports = { balancer, createCounter, measureFailover, measureShedding }
