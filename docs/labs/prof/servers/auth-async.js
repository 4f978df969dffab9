'use strict'

// Hashes in libuv's thread pool: four passwords at a time by default, see UV_THREADPOOL_SIZE.

const { pbkdf2 } = require('node:crypto')
const { promisify } = require('node:util')

const pbkdf2Async = promisify(pbkdf2)

function hash (password, salt) {
  return pbkdf2Async(password, salt, 10_000, 512, 'sha512')
}

require('../service')(hash)
