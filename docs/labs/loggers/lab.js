'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const readline = require('node:readline')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { number } = require('../../../scripts/lib/base/format')
const { temporaryFolder } = require('../../../scripts/lib/system/watchdog')
const { request } = require('../../../scripts/lib/system/http-client')
const { conditionsOf } = require('../../../scripts/lib/experiments/lab-trials')
const { measure } = require('../../../scripts/lib/measure/measure')

const LOGGERS = ['pino-sync', 'pino-transport', 'console', 'bunyan', 'winston']
const targets = ['none', ...LOGGERS].map((name) => labServer('loggers', name))

/** Loads a server that logs to its own file, and looks there for a line of each request that the server handled. */
const loggingTrial = (duration) => async (target, signal) => {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'lab-loggers-'))
  const file = path.join(folder, 'log')
  let handled
  async function atEnd (url) {
    const { body } = await request(url, { path: '/flush' })
    handled = JSON.parse(body).handled
  }
  try {
    const server = { ...target, env: { LOG_FILE: file } }
    const result = await measure(server, { connections: 100, duration }, { atEnd, signal })
    return {
      cpu: result.cpuPerRequest,
      rate: result.requests.average,
      p99: result.latency.p99,
      rss: result.server.rss,
      lost: target.name === 'loggers/none' ? null : handled - await countLoggedRequests(file),
      ...conditionsOf(result)
    }
  } finally {
    remove()
  }
}

async function countLoggedRequests (file) {
  const ids = new Set()
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) ids.add(JSON.parse(line).id)
  return ids.size
}

const toNone = (figures, logger) => figures.ratio('loggers', logger, 'none', 'cpu')
const winstonToPino = (figures) => figures.ratio('loggers', 'winston', 'pino-sync', 'cpu')
const mostLost = (figures) => LOGGERS.map((logger) => figures.range('loggers', logger, 'lost')[1])

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'One log line per request',
  question: 'One log line for each request: what does it cost, and does every line arrive?',
  defaults: { runs: 8, duration: 2 },

  experiments: ({ duration }) => [{
    name: 'loggers',
    title: 'A Fastify handler that logs a line',
    targets,
    trial: loggingTrial(duration),
    figures: [
      { name: 'cpu', label: 'CPU time per request', unit: 'µs', better: 'lower' },
      { name: 'rate', label: 'Req/Sec', unit: '', limitedBy: 'generatorBound' },
      { name: 'p99', label: 'p99', unit: 'ms' },
      { name: 'rss', label: 'RSS', unit: 'bytes' },
      { name: 'lost', label: 'lines lost', unit: '' }
    ],
    note: `Load: 100 connections for ${duration} s in each run.`
  }],

  conclusions: [
    {
      claim: (figures) => 'Every logger costs CPU time. A request that is logged needs, of the CPU time of one that ' +
        `is not: ${LOGGERS.map((logger) => `${toNone(figures, logger).text} with ${logger}`).join(', ')}.`,
      holds: (figures) => LOGGERS.every((logger) => toNone(figures, logger).low > 1)
    },
    {
      claim: (figures) => 'winston is more expensive than pino: a request that is logged needs ' +
        `${winstonToPino(figures).text} the CPU time with winston.`,
      holds: (figures) => winstonToPino(figures).low > 1
    },
    {
      claim: (figures) => 'No logger lost a line in any run ' +
        `(most lines lost in a run: ${mostLost(figures).map(number).join(', ')}).`,
      holds: (figures) => mostLost(figures).every((count) => count === 0)
    }
  ]
}
