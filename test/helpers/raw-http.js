'use strict'

const net = require('node:net')
const { hostOf } = require('../../scripts/lib/system/network')

/**
 * Writes bytes to a socket and reads until the server closes it.
 *
 * @param {string} url of the server
 * @param {string} text in Latin-1
 * @returns {Promise<string>}
 */
function sendRaw (url, text) {
  return new Promise((resolve, reject) => {
    let answer = ''
    net.connect(Number(new URL(url).port), hostOf(url))
      .setEncoding('latin1')
      .on('data', (chunk) => { answer += chunk })
      .on('error', reject)
      .on('close', () => resolve(answer))
      .end(text, 'latin1')
  })
}

module.exports = { sendRaw }
