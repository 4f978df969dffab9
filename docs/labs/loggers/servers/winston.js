'use strict'

// winston with its file transport.

const { once } = require('node:events')
const winston = require('winston')

const file = new winston.transports.File({ filename: process.env.LOG_FILE })
const logger = winston.createLogger({ transports: [file] })

async function flush () {
  logger.end()
  await once(file, 'finish')
}

require('../log-server')((line) => logger.info('request', line), flush)
