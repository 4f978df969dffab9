'use strict'

// The live page's server: the page, the stream of events, start and stop, and earlier runs.

/** @import { FastifyInstance } from 'fastify' */
/** @import { Target } from '../measure/types' */
/** @import { LiveSettings } from './types' */

const path = require('node:path')
const fastifyStatic = require('@fastify/static')
const fastify = require('fastify')
const { UserError } = require('../base/errors')
const { STAGES, STAGE_COLORS } = require('../base/stages')
const { findTarget } = require('../measure/targets')
const { LOOPBACK } = require('../system/network')
const { SECURITY_HEADERS, refusalReason } = require('./access')
const { openEarlierRuns } = require('./earlier-runs')
const { EventLog } = require('./event-log')
const { BusyError, createRunner } = require('./runner')

/** Of the page's files, by the path that they have in its URL. */
const FOLDERS = {
  '': path.join(__dirname, 'page'),
  uplot: path.dirname(require.resolve('uplot/dist/uPlot.esm.js'))
}
const OFFERED = [...STAGES, 'exercise']
const LIMITS = {
  connections: { minimum: 1, maximum: 1000 },
  duration: { minimum: 1, maximum: 120 } // s
}
const NOTHING = { type: 'object', additionalProperties: false }
const RACE = { targets: STAGES, connections: 100, duration: 10 }

/** @returns {string} CSS: the colours of the stages */
function stageColors () {
  const lines = Object.entries(STAGE_COLORS).map(([name, { light, dark }]) => {
    return `--${name}: light-dark(${light}, ${dark});`
  })
  return `:root {\n${lines.join('\n')}\n}\n`
}

/** @param {string[]} offered names of targets */
function settingsSchema (offered) {
  return {
    ...NOTHING,
    required: ['targets', 'connections', 'duration'],
    properties: {
      targets: {
        type: 'array',
        minItems: 1,
        maxItems: offered.length,
        uniqueItems: true,
        items: { enum: offered }
      },
      connections: { type: 'integer', ...LIMITS.connections },
      duration: { type: 'integer', ...LIMITS.duration }
    }
  }
}

/**
 * Serves the page on this machine's loopback address.
 * @param {object} options
 * @param {number} options.port 0 takes a free one
 * @param {import('pino').Logger} options.log
 * @param {Target} [options.own] the reader's server
 * @param {boolean} [options.record] saves runs for the docs
 * @returns {Promise<{url: string, race: () => Promise<void>, close: () => Promise<void>}>} `race`
 *   runs the stages; `close` ends the run in progress, the streams and the server
 * @throws {UserError} When the port is taken.
 */
async function serveLivePage ({ port, log, own, record }) {
  const offered = own ? [...OFFERED, own.name] : OFFERED
  /** @param {string} name */
  const find = (name) => own?.name === name ? own : findTarget(name)
  const eventLog = new EventLog()
  const earlier = openEarlierRuns(record)
  const runner = createRunner(eventLog, log, find, earlier.save)
  const app = createApp(log)

  // A HEAD request would open a stream that nobody reads or closes.
  app.get('/events', { exposeHeadRoute: false }, (request, reply) => {
    const targets = offered.filter((name) => exists(name, find))
    const hello = { targets, stages: STAGES, limits: LIMITS }
    const stream = eventLog.stream(hello, String(request.headers['last-event-id'] ?? ''))
    return reply.type('text/event-stream').send(stream)
  })
  app.get('/earlier.json', async () => earlier.list())
  app.get('/earlier/:id', async (request, reply) => {
    const { id } = /** @type {{id: string}} */ (request.params)
    return earlier.read(id) ?? reply.callNotFound()
  })
  app.post('/start', { schema: { body: settingsSchema(offered) } }, async (request, reply) => {
    runner.start(/** @type {LiveSettings} */ (request.body))
    return reply.code(202).send({})
  })
  app.post('/stop', { schema: { body: NOTHING } }, async () => {
    await runner.stop()
    return {}
  })

  const url = await app.listen({ host: LOOPBACK, port }).catch((err) => {
    if (err.code !== 'EADDRINUSE') throw err
    const advice = 'stop what listens there, or choose another with LIVE_PORT='
    throw new UserError(`port ${port} is taken: ${advice}`)
  })
  return {
    url: `${url}/`,
    async race () {
      const { outcome, message = outcome } = await runner.start(RACE)
      if (outcome !== 'done') throw new UserError(message)
    },
    async close () {
      await runner.stop()
      eventLog.close()
      await app.close()
    }
  }
}

/** @param {import('pino').Logger} log @returns {FastifyInstance} with the page's files */
function createApp (log) {
  /** @type {FastifyInstance} */
  const app = fastify({
    loggerInstance: /** @type {import('fastify').FastifyBaseLogger} */ (log),
    logController: new fastify.LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    bodyLimit: 10_000,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } }
  })
  // A form of another site can send plain text without a preflight request, but not JSON.
  app.removeContentTypeParser('text/plain')

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS)
    const { port } = /** @type {import('node:net').AddressInfo} */ (app.server.address())
    const message = refusalReason(request.raw, port)
    if (message) return reply.code(403).send({ message })
  })
  app.setErrorHandler((/** @type {import('fastify').FastifyError} */ err, request, reply) => {
    const status = err.statusCode ?? statusOf(err)
    if (status === 500) log.error(err)
    reply.code(status).send({ message: err.message })
  })

  app.register(fastifyStatic, { root: FOLDERS[''], cacheControl: false })
  const uplot = { root: FOLDERS.uplot, prefix: '/uplot/' }
  app.register(fastifyStatic, { ...uplot, cacheControl: false, decorateReply: false })
  app.get('/stages.css', (request, reply) => reply.type('text/css').send(stageColors()))
  return app
}

/** @param {Error} err */
function statusOf (err) {
  if (err instanceof BusyError) return 409
  return err instanceof UserError ? 400 : 500
}

/** @param {string} name @param {(name: string) => Target} find */
function exists (name, find) {
  try {
    return Boolean(find(name))
  } catch {
    return false
  }
}

module.exports = { FOLDERS, serveLivePage, stageColors }
