'use strict'

// The web server below the live page: its files, who may ask, and how errors are answered.

/** @import { FastifyError, FastifyInstance } from 'fastify' */

const path = require('node:path')
const fastifyStatic = require('@fastify/static')
const fastify = require('fastify')
const { UserError } = require('../base/errors')
const { STAGE_COLORS } = require('../base/stages')
const { SECURITY_HEADERS, refusalReason } = require('./access')

/** The folders of the page's files, by their path in the URL. */
const FOLDERS = {
  '/': path.join(__dirname, 'page'),
  '/uplot/': path.dirname(require.resolve('uplot/dist/uPlot.esm.js'))
}

/**
 * Declares the colours of the stages.
 * @returns {string} CSS
 */
function stageColors () {
  const lines = Object.entries(STAGE_COLORS).map(([name, { light, dark }]) => {
    return `--${name}: light-dark(${light}, ${dark});`
  })
  return `:root {\n${lines.join('\n')}\n}\n`
}

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

module.exports = { FOLDERS, createApp, stageColors }
