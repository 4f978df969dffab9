'use strict'

// bunyan, with a stream that we open ourselves, so that we can wait for it to finish.

const { once } = require('node:events')
const fs = require('node:fs')
const bunyan = require('bunyan')

const stream = fs.createWriteStream(process.env.LOG_FILE)
const logger = bunyan.createLogger({ name: 'bunyan', streams: [{ stream }] })

async function flush () {
  stream.end()
  await once(stream, 'finish')
}

require('../log-server')((line) => logger.info(line, 'request'), flush)
