'use strict'

// A handler that logs one line per request, with any logger.

const fastify = require('fastify')

/**
 * @param {string} name of the server
 * @param {(line: {id: number, url: string}) => void} log
 * @param {() => Promise<void>} flush resolves when every line is in the file; the server logs
 *   nothing after it
 */
module.exports = function (name, log, flush) {
  const app = fastify()
  let handled = 0

  app.get('/', (request, reply) => {
    log({ id: ++handled, url: request.url })
    reply.send('ok')
  })

  app.get('/flush', async () => {
    await flush()
    return { handled }
  })

  const { HOST = '127.0.0.1', PORT = 3000 } = process.env
  app.listen({ host: HOST, port: PORT }).then((url) => console.log(`${name} listening on ${url}/`))
}
