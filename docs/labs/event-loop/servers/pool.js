'use strict'

// Counts on other threads, each with its own event loop.

const { availableParallelism } = require('node:os')
const path = require('node:path')
const { Piscina } = require('piscina')

const threads = Math.max(1, availableParallelism() - 1) // leaves one core for the event loop
const pool = new Piscina({
  filename: path.join(__dirname, '../worker.js'),
  minThreads: threads,
  maxThreads: threads
})

require('../service')('pool', () => pool.run())
