'use strict'

// Counts on other threads, each with its own event loop.

const { availableParallelism } = require('node:os')
const path = require('node:path')
const fastify = require('fastify')
const { Piscina } = require('piscina')

const threads = Math.max(1, availableParallelism() - 1) // leaves one core for the event loop
const pool = new Piscina({
  filename: path.join(__dirname, '../worker.js'),
  minThreads: threads,
  maxThreads: threads
})

const app = fastify()
app.get('/cheap', async () => ({ cheap: true }))
app.get('/heavy', async () => ({ primes: await pool.run() }))

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
app.listen({ port: PORT, host: HOST })
  .then((url) => console.log(`pool listening on ${url}/cheap`))
