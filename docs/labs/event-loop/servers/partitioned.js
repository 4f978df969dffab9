'use strict'

// Counts in slices, and lets the event loop turn once between two slices.

const { setImmediate: nextTurn } = require('node:timers/promises')
const fastify = require('fastify')
const { countPrimes, LIMIT } = require('../primes')

const SLICE = 10_000 // numbers: about half a millisecond

async function countInSlices () {
  let primes = 0
  for (let from = 0; from < LIMIT; from += SLICE) {
    primes += countPrimes(from, Math.min(from + SLICE, LIMIT))
    await nextTurn()
  }
  return primes
}

const app = fastify()
app.get('/cheap', async () => ({ cheap: true }))
app.get('/heavy', async () => ({ primes: await countInSlices() }))

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
app.listen({ port: PORT, host: HOST })
  .then((url) => console.log(`partitioned listening on ${url}/cheap`))
