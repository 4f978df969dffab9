'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const readline = require('node:readline')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { number, percent, ratio } = require('../../../scripts/lib/cli/format')
const { temporaryFolder } = require('../../../scripts/lib/system/watchdog')
const { request } = require('../../../scripts/lib/system/http-client')
const { measure } = require('../../../scripts/lib/measure/measure')

const targets = ['none', 'pino-sync', 'pino-transport', 'console', 'bunyan', 'winston'].map((name) => labServer('loggers', name))

/** Loads a server that logs into a file of its own, and looks for the line of each request that it handled. */
const logged = (duration) => async (target, signal) => {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'lab-loggers-'))
  const file = path.join(folder, 'log')
  let handled
  async function atEnd (url) {
    const { body } = await request(url, { path: '/flush' })
    handled = JSON.parse(body).handled
  }
  try {
    const { requests, latency, server, bottleneck } = await measure({ ...target, env: { LOG_FILE: file } }, { connections: 100, duration }, { atEnd, signal })
    return {
      rate: requests.average,
      p99: latency.p99,
      cpu: server.cpu / requests.average * 1e6,
      rss: server.rss,
      lost: target.name === 'loggers/none' ? null : handled - await linesIn(file),
      limited: Number(bottleneck === 'generator')
    }
  } finally {
    remove()
  }
}

/** How many requests have a line of their own. */
async function linesIn (file) {
  const ids = new Set()
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) ids.add(JSON.parse(line).id)
  return ids.size
}

const LOGGERS = targets.slice(1).map(({ name }) => name.replace('loggers/', ''))
const cost = (mean, logger) => mean('loggers', logger, 'cpu') - mean('loggers', 'none', 'cpu')
const share = (mean, logger) => mean('loggers', logger, 'rate') / mean('loggers', 'none', 'rate')

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'A line a request',
  question: 'One line of log for each request: what does it cost, and does every line arrive?',
  defaults: { runs: 6, duration: 3 },

  experiments: ({ duration }) => [{
    name: 'loggers',
    title: 'A Fastify handler that logs a line',
    targets,
    trial: logged(duration),
    figures: [
      { name: 'rate', label: 'Req/Sec', unit: '', better: 'more' },
      { name: 'p99', label: 'p99', unit: 'ms' },
      { name: 'cpu', label: 'CPU time a request, µs', unit: '' },
      { name: 'rss', label: 'RSS', unit: 'bytes' },
      { name: 'lost', label: 'lines lost', unit: '' }
    ]
  }],

  conclusions: [
    {
      says: (mean) => `A line of pino leaves ${percent(share(mean, 'pino-sync'))} of the throughput without a log, one of console.log ${percent(share(mean, 'console'))}, of bunyan ${percent(share(mean, 'bunyan'))}, of winston ${percent(share(mean, 'winston'))}.`,
      holds: (mean) => share(mean, 'pino-sync') > share(mean, 'winston')
    },
    {
      says: (mean) => `In CPU time, winston's line costs ${ratio(cost(mean, 'winston') / cost(mean, 'pino-sync'))} pino's.`,
      holds: (mean) => cost(mean, 'winston') > 1.3 * cost(mean, 'pino-sync')
    },
    {
      says: (mean) => `Of all the lines, ${number(LOGGERS.reduce((sum, logger) => sum + mean('loggers', logger, 'lost'), 0))} were lost.`,
      holds: (mean) => LOGGERS.every((logger) => mean('loggers', logger, 'lost') === 0)
    }
  ]
}
