'use strict'

// The web server below the live page: its files, who may ask, and how errors are answered.

/** @import { FastifyError, FastifyInstance } from 'fastify' */

const fastifyStatic = require('@fastify/static')
const fastify = require('fastify')
const { UserError } = require('../base/errors')
const { SECURITY_HEADERS, refusalReason } = require('./access')
const { FOLDERS, stageColors } = require('./page-files')

/**
 * Creates the server with the page's files.
 * @param {import('pino').Logger} log
 * @returns {FastifyInstance}
 */
function createApp (log) {
  /** @type {FastifyInstance} */
  const app = fastify({
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
  app.setErrorHandler((/** @type {FastifyError} */ err, request, reply) => {
    const status = err.statusCode ?? (err instanceof UserError ? 400 : 500)
    if (status === 500) log.error(err)
    reply.code(status).send({ message: err.message })
  })

  for (const [prefix, root] of Object.entries(FOLDERS)) {
    const decorateReply = prefix === '/' // only once
    app.register(fastifyStatic, { root, prefix, decorateReply, cacheControl: false })
  }
  app.get('/stages.css', (request, reply) => reply.type('text/css').send(stageColors()))
  return app
}

module.exports = { createApp }
