'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { readFigures } = require('../../../scripts/lib/compare/labs')
const { measure } = require('../../../scripts/lib/load/measure')
const { labServer } = require('../../../scripts/lib/server/targets')
const { request } = require('../../../scripts/lib/server/http-client')
const { temporaryFolder } = require('../../../scripts/lib/server/process')
const { cpu, needsMoreCpu, p99, rate } = require('../figures')

const LOGGERS = ['pino-sync', 'pino-transport', 'console', 'bunyan', 'winston']

const rss = { name: 'rss', label: 'RSS', unit: 'MB', read: ({ server }) => server.rss / 1e6 }
const figures = [cpu, rate, p99, rss, { name: 'lost', label: 'lines lost' }]

/** Loads a server that logs to its own file, and looks there for a line of each handled request. */
async function measureLogger (target, load, { signal }) {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'lab-loggers-'))
  const file = path.join(folder, 'log')
  let handled
  let lost
  async function after ({ url }) {
    const { body } = await request(url, { path: '/flush' })
    handled = JSON.parse(body).handled
    lost = target.name === 'loggers/none' ? null : handled - countLogged(file)
  }

  try {
    const logging = { ...target, env: { LOG_FILE: file } }
    const result = await measure(logging, load, { after, signal })
    return { ...readFigures(result, figures), lost }
  } finally {
    remove()
  }
}

function countLogged (file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return new Set(lines.map((line) => JSON.parse(line).id)).size
}

module.exports = {
  title: 'One log line per request',
  question: 'One log line for each request: what does it cost, and does every line arrive?',
  runs: 8,
  duration: 2,
  parts: [{
    name: 'loggers',
    title: 'A Fastify handler that logs a line',
    targets: ['none', ...LOGGERS].map((name) => labServer('loggers', name)),
    load: { connections: 100 },
    measure: measureLogger,
    figures,
    claims: LOGGERS.map((logger) => needsMoreCpu(logger, 'none',
      `A request that is logged with ${logger} needs more CPU time than one that is not`))
  }]
}
