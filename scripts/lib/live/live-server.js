'use strict'

/** @import { LiveOptions, RunSettings } from './types' */

const fastifyStatic = require('@fastify/static')
const fastify = require('fastify')
const { UserError } = require('../cli/errors')
const { STAGES } = require('../cli/project')
const { RESULTS } = require('../load/results')
const { RECORDED } = require('../load/saved-results')
const { LOOPBACK } = require('../server/server')
const { SECURITY_HEADERS, refusalReason } = require('./access')
const { flameGraphScript, listRuns, PAGE, UPLOT } = require('./page-files')
const { Runner } = require('./runner')

/**
 * Serves the page on the loopback address. `close` ends the run in progress, too.
 * @param {LiveOptions} options
 * @throws {UserError} When the port is taken.
 */
async function serveLivePage ({ port, own, duration = 10 }) {
  const targets = [...STAGES, 'exercise']
  if (own) targets.push(own.name)
  const runner = new Runner({ own })
  const app = createApp()

  // The schema has checked the body.
  /** @param {string} path @param {(settings: RunSettings) => unknown} action */
  const post = (path, action, options = {}) => app.post(path, options, async ({ body }) => {
    await action(/** @type {RunSettings} */ (body))
    return {}
  })

  app.get('/events', (request, reply) => {
    const hello = { targets, ticked: own?.name ?? targets[0], duration }
    return reply.type('text/event-stream').send(runner.eventLog.stream(hello))
  })
  const schema = { body: settingsSchema(targets) }
  post('/start', (settings) => { runner.start(settings) }, { schema }) // it answers at once
  post('/flame', (settings) => runner.profile(settings), { schema })
  post('/stop', () => runner.stop())

  const url = await app.listen({ host: LOOPBACK, port }).catch((err) => {
    if (err.code !== 'EADDRINUSE') throw err
    const advice = 'stop what listens there, or choose another with LIVE_PORT='
    throw new UserError(`port ${port} is taken: ${advice}`)
  })
  return {
    url: `${url}/`,
    async close () {
      await runner.stop()
      await app.close()
    }
  }
}

function createApp () {
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false // HEAD /events would open a stream that nobody reads or closes
  })
  app.addHook('onRequest', async ({ raw, socket }, reply) => {
    reply.headers(SECURITY_HEADERS)
    const message = refusalReason(raw, socket.localPort)
    if (message) return reply.code(403).send({ message })
  })
  app.setErrorHandler((err) => {
    if (err instanceof UserError) Object.assign(err, { statusCode: 400 })
    throw err
  })
  /** @param {string} prefix @param {string|string[]} root */
  const serve = (prefix, root) => {
    app.register(fastifyStatic, { root, prefix, decorateReply: false })
  }
  serve('/', PAGE)
  serve('/uplot/', UPLOT)
  serve('/earlier/', [RESULTS, RECORDED])
  app.get('/earlier.json', async () => [...listRuns(RESULTS), ...listRuns(RECORDED)])
  app.get('/flame-graph.js', (request, reply) => {
    return reply.type('text/javascript').send(flameGraphScript())
  })
  return app
}

/** @param {string[]} names */
function settingsSchema (names) {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['targets', 'connections', 'duration'],
    properties: {
      targets: {
        type: 'array',
        items: { enum: names },
        minItems: 1,
        uniqueItems: true
      },
      connections: { type: 'integer', minimum: 1, maximum: 1000 }, // as in index.html
      duration: { type: 'integer', minimum: 1, maximum: 120 } // s
    }
  }
}

module.exports = { serveLivePage }
