'use strict'

// The two routes. Each server counts in a way of its own.

const fastify = require('fastify')

/** @param {() => number|Promise<number>} count */
module.exports = function (count) {
  const app = fastify()
  app.get('/cheap', async () => ({ cheap: true }))
  app.get('/heavy', async () => ({ primes: await count() }))

  const { HOST: host = '127.0.0.1', PORT: port = 3000 } = process.env
  app.listen({ host, port })
}
