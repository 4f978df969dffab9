'use strict'

// The two things that are done here: to load one server and keep apart what was accepted and what was shed, and to ask
// nginx for something while one of the two instances behind it is overloaded.

const { setMaxListeners } = require('node:events')
const { createHistogram } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const { runLoad } = require('../../../scripts/lib/measure/load')
const { startServer } = require('../../../scripts/lib/measure/server')
const { startNginx } = require('./nginx')

const STREAMS = 10
const LEAD = 2 // s that an instance is loaded before nginx is asked

/**
 * Clients that come at a steady pace, whatever becomes of those before them: ten streams, a tenth of a second apart,
 * because autocannon sends all requests of a second at its start.
 *
 * @param {string} url
 * @param {{rate: number, duration: number}} load req/s over all, a multiple of ten; s
 * @param {{meter?: import('../../../scripts/lib/measure/meter').Meter, signal: AbortSignal}} options
 * @returns {Promise<import('../../../scripts/lib/measure/load').LoadMeasurement[]>} of each stream
 */
function paced (url, { rate, duration }, options) {
  setMaxListeners(3 * STREAMS, options.signal) // each stream hangs two on it, and takes them off: so many are meant
  const each = { url, connections: rate / STREAMS, rate: rate / STREAMS, duration }
  return Promise.all(Array.from({ length: STREAMS }, (_, i) => sleep(i * 1000 / STREAMS).then(() => runLoad(each, options))))
}

/** Counts answers with 200 and with 503, and how long each kind had to wait. */
function counter () {
  const kinds = { 200: createHistogram(), 503: createHistogram() } // µs
  const p99 = (kind) => kinds[kind].count ? kinds[kind].percentile(99) / 1000 : null
  return {
    answered: (status, ms) => kinds[status]?.record(Math.max(1, Math.round(ms * 1000))),
    failed () {},
    figures: (duration) => ({ p99: p99(200), accepted: kinds[200].count / duration, shed: kinds[503].count / duration, p99Shed: p99(503) })
  }
}

/**
 * @param {{rate: number, duration: number}} load as for `paced`
 * @returns {import('../../../scripts/lib/experiments/labs').Experiment['trial']}
 */
function shedding (load) {
  return async (target, signal) => {
    const meter = counter()
    const server = await startServer(target, { signal })
    try {
      const streams = await paced(server.url, load, { meter, signal: server.over })
      const { listeners, rss } = await server.sample()
      return { ...meter.figures(load.duration), timeouts: streams.reduce((sum, { timeouts }) => sum + timeouts, 0), listeners, rss }
    } finally {
      await server.stop()
    }
  }
}

/**
 * Two instances behind nginx. One of them has a load of its own, past nginx, that is too much for it.
 *
 * @param {{rate: number, duration: number}} flood on the one instance
 * @param {number} rate req/s at nginx
 * @returns {import('../../../scripts/lib/experiments/labs').Experiment['trial']} the target's env.NEXT is for proxy_next_upstream
 */
function failover (flood, rate) {
  return async (target, signal) => {
    const running = []
    const meter = counter()
    try {
      for (let i = 0; i < 2; i++) running.push(await startServer(target, { signal }))
      const [overloaded, other] = running
      const nginx = await startNginx([overloaded.url, other.url], target.env.NEXT)
      running.push(nginx)
      const duration = flood.duration - LEAD
      await Promise.all([
        paced(overloaded.url, flood, { signal: overloaded.over }),
        sleep(LEAD * 1000).then(() => paced(nginx.url, { rate, duration }, { meter, signal: other.over }))
      ])
      const { accepted, shed, p99 } = meter.figures(duration)
      return { failed: shed / (accepted + shed) * 100, accepted, p99 }
    } finally {
      for (const one of running.reverse()) await one.stop()
    }
  }
}

module.exports = { failover, shedding }
