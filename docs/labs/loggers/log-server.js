'use strict'

// A handler that logs one line per request, with any logger.

const fastify = require('fastify')

/**
 * @param {(line: {id: number, url: string}) => void} log
 * @param {() => unknown} [flush] resolves when every line is in the file, and ends the log
 */
module.exports = function (log, flush = () => {}) {
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

  const { HOST: host = '127.0.0.1', PORT: port = 3000 } = process.env
  app.listen({ host, port })
}
