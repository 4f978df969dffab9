'use strict'

// pino with a transport: a worker thread writes the lines, which wait in memory shared by the two
// threads.

const { once } = require('node:events')
const pino = require('pino')

const transport = pino.transport({
  target: 'pino/file',
  options: { destination: process.env.LOG_FILE }
})
const logger = pino(transport)

async function flush () {
  transport.end()
  await once(transport, 'close')
}

require('../log-server')((line) => logger.info(line, 'request'), flush)
