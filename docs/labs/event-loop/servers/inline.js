'use strict'

// Counts in the handler: the event loop does nothing else until the count is finished.

const fastify = require('fastify')
const { countPrimes, LIMIT } = require('../primes')

const app = fastify()
app.get('/cheap', async () => ({ cheap: true }))
app.get('/heavy', async () => ({ primes: countPrimes(0, LIMIT) }))

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
app.listen({ port: PORT, host: HOST })
  .then((url) => console.log(`inline listening on ${url}/cheap`))
