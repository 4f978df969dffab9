'use strict'

// console.log. If the output is a file (node server.js > log), Node.js writes synchronously; so
// does this stream.

const { Console } = require('node:console')
const fs = require('node:fs')
const { Writable } = require('node:stream')

const file = fs.openSync(process.env.LOG_FILE, 'w')
const logger = new Console(new Writable({
  write (line, encoding, done) {
    fs.writeSync(file, line)
    done()
  }
}))

const log = (line) => logger.log(JSON.stringify({ ...line, msg: 'request' }))

require('../log-server')(log)
