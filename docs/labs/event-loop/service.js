'use strict'

// The two routes. Each server counts in a way of its own.

const fastify = require('fastify')

/**
 * @param {string} name of the server
 * @param {() => number|Promise<number>} count
 */
module.exports = function (name, count) {
  const app = fastify()
  app.get('/cheap', async () => ({ cheap: true }))
  app.get('/heavy', async () => ({ primes: await count() }))

  const { HOST = '127.0.0.1', PORT = 3000 } = process.env
  app.listen({ host: HOST, port: PORT })
    .then((url) => console.log(`${name} listening on ${url}/cheap`))
}
