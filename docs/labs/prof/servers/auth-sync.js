'use strict'

// Hashes on the event loop: no other request is served meanwhile.

const { pbkdf2Sync } = require('node:crypto')

function hash (password, salt) {
  return pbkdf2Sync(password, salt, 10_000, 512, 'sha512')
}

require('../service')(hash)
