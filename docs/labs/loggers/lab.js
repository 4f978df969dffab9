'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const readline = require('node:readline')
const { compareRates } = require('../rates')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { number, percent, ratio } = require('../../../scripts/lib/cli/format')
const { temporaryFolder } = require('../../../scripts/lib/system/watchdog')
const { request } = require('../../../scripts/lib/system/http-client')
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
      rate: result.requests.average,
      p99: result.latency.p99,
      cpu: result.cpuPerRequest,
      rss: result.server.rss,
      lost: target.name === 'loggers/none' ? null : handled - await countLoggedRequests(file),
      generatorBound: Number(result.bottleneck === 'generator')
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

const toNone = (mean, logger) => compareRates(mean, 'loggers', logger, 'none')
const formatShare = ({ prefix, ratio }) => `${prefix}${percent(ratio)}`
const cpuPerLine = (mean, logger) => mean('loggers', logger, 'cpu') - mean('loggers', 'none', 'cpu')
const cpuRatio = (mean) => cpuPerLine(mean, 'winston') / cpuPerLine(mean, 'pino-sync')
const lost = (mean) => LOGGERS.map((logger) => mean('loggers', logger, 'lost'))

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'A line a request',
  question: 'One log line for each request: what does it cost, and does every line arrive?',
  defaults: { runs: 6, duration: 3 },

  experiments: ({ duration }) => [{
    name: 'loggers',
    title: 'A Fastify handler that logs a line',
    targets,
    trial: loggingTrial(duration),
    figures: [
      { name: 'rate', label: 'Req/Sec', unit: '', better: 'higher' },
      { name: 'p99', label: 'p99', unit: 'ms' },
      { name: 'cpu', label: 'CPU time per request, µs', unit: '' },
      { name: 'rss', label: 'RSS', unit: 'bytes' },
      { name: 'lost', label: 'lines lost', unit: '' }
    ]
  }],

  conclusions: [
    {
      claim: (mean) => 'Every logger costs throughput. Of the throughput without a log, ' +
        `${LOGGERS.map((logger) => `${logger} leaves ${formatShare(toNone(mean, logger))}`).join(', ')}. ` +
        'Both pinos leave more than bunyan and winston.',
      holds: (mean) => {
        const [sync, transport, , bunyan, winston] = LOGGERS.map((logger) => toNone(mean, logger))
        return LOGGERS.every((logger) => toNone(mean, logger).high < 1) &&
          Math.min(sync.low, transport.low) > Math.max(bunyan.high, winston.high)
      }
    },
    {
      claim: (mean) => `A line of winston costs more CPU time than a line of pino: ${ratio(cpuRatio(mean))} as much.`,
      holds: (mean) => cpuRatio(mean) > 1.3
    },
    {
      claim: (mean) => `No logger lost a line (lines lost: ${lost(mean).map(number).join(', ')}).`,
      holds: (mean) => lost(mean).every((count) => count === 0)
    }
  ]
}
