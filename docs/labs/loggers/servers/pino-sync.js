'use strict'

// pino with its defaults: it writes each line synchronously, before the handler goes on.

const pino = require('pino')

const logger = pino(pino.destination({ dest: process.env.LOG_FILE, sync: true }))

require('../log-server')((line) => logger.info(line, 'request'))
