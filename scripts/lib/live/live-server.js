'use strict'

// The live page's server: the page, the stream of events, the requests start and stop, and earlier runs.

const path = require('node:path')
const fastifyStatic = require('@fastify/static')
const fastify = require('fastify')
const { findTarget } = require('../measure/targets')
const { UserError } = require('../base/errors')
const { LOOPBACK } = require('../system/network')
const { SECURITY_HEADERS, refusalReason } = require('./access')
const { openEarlierRuns } = require('./earlier-runs')
const { EventLog } = require('./event-log')
const { BusyError, createRunner } = require('./runner')

/** Of the page's files, by the path that they have in its URL. */
const FOLDERS = { '': path.join(__dirname, 'page'), uplot: path.dirname(require.resolve('uplot/dist/uPlot.esm.js')) }
const STAGES = ['slow', 'fast', 'optimized']
const OFFERED = [...STAGES, 'exercise']
const LIMITS = { connections: { minimum: 1, maximum: 1000 }, duration: { minimum: 1, maximum: 120 } } // duration in s

const NOTHING = { type: 'object', additionalProperties: false }

/** @param {string[]} offered names of targets */
const settingsSchema = (offered) => ({
  ...NOTHING,
  required: ['targets', 'connections', 'duration'],
  properties: {
    targets: { type: 'array', minItems: 1, maxItems: offered.length, uniqueItems: true, items: { enum: offered } },
    connections: { type: 'integer', ...LIMITS.connections },
    duration: { type: 'integer', ...LIMITS.duration }
  }
})

/** @typedef {import('../measure/types').Target} Target */
/** @typedef {import('../measure/types').Request} Request */

/**
 * Serves the page on this machine's loopback address. `close` ends the run in progress, the streams and the server.
 *
 * @param {object} options
 * @param {number} options.port 0 takes a free one
 * @param {import('pino').Logger} options.log
 * @param {Target} [options.own] the reader's own server
 * @param {Request} [options.request] that is sent to it
 * @param {boolean} [options.record] saves runs for the docs
 * @returns {Promise<{url: string, race: () => Promise<void>, close: () => Promise<void>}>} `race` runs the stages; it
 *   throws a UserError if that fails
 * @throws {UserError} when the port is taken
 */
async function serveLivePage ({ port, log, own, request = {}, record }) {
  const offered = own ? [...OFFERED, own.name] : OFFERED
  /** @type {import('./runner').Find} */
  const find = (name) => name === own?.name ? { target: own, request } : { target: findTarget(name), request: {} }
  const eventLog = new EventLog().setMaxListeners(0) // one for each open page: the browser limits their number
  const earlier = openEarlierRuns(record)
  const runner = createRunner(eventLog, log, find, earlier.save)
  /** @type {import('fastify').FastifyInstance} */
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
    const status = err.statusCode ?? (err instanceof BusyError ? 409 : err instanceof UserError ? 400 : 500)
    if (status === 500) log.error(err)
    reply.code(status).send({ message: err.message })
  })

  app.register(fastifyStatic, { root: FOLDERS[''], cacheControl: false })
  app.register(fastifyStatic, { root: FOLDERS.uplot, prefix: '/uplot/', cacheControl: false, decorateReply: false })

  // A HEAD request would open a stream that nobody reads or closes.
  app.get('/events', { exposeHeadRoute: false }, (request, reply) => {
    const hello = { targets: offered.filter((name) => exists(name, find)), limits: LIMITS }
    const stream = eventLog.stream(hello, String(request.headers['last-event-id'] ?? ''))
    return reply.type('text/event-stream').send(stream)
  })
  app.get('/earlier.json', async () => earlier.list())
  app.get('/earlier/:id', async (request, reply) =>
    earlier.read(/** @type {{id: string}} */ (request.params).id) ?? reply.callNotFound())
  app.post('/start', { schema: { body: settingsSchema(offered) } }, async (request, reply) => {
    runner.start(/** @type {import('./runner').Settings} */ (request.body))
    return reply.code(202).send({})
  })
  app.post('/stop', { schema: { body: NOTHING } }, () => runner.stop().then(() => ({})))

  const url = await app.listen({ host: LOOPBACK, port }).catch((err) => {
    if (err.code !== 'EADDRINUSE') throw err
    throw new UserError(`port ${port} is taken: stop what listens there, or choose another with LIVE_PORT=`)
  })
  return {
    url: `${url}/`,
    async race () {
      const { outcome, message = outcome } = await runner.start({ targets: STAGES, connections: 100, duration: 10 })
      if (outcome !== 'done') throw new UserError(message)
    },
    async close () {
      await runner.stop()
      eventLog.emit('close')
      await app.close()
    }
  }
}

/** @type {(name: string, find: import('./runner').Find) => boolean} */
function exists (name, find) {
  try {
    return Boolean(find(name))
  } catch {
    return false
  }
}

module.exports = { serveLivePage, FOLDERS }
