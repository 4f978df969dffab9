'use strict'

const LOOPBACK = '127.0.0.1'
const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|::1)$/

/** @param {string} host @param {number} port @returns {string} as in a URL: IPv6 in brackets */
function addressOf (host, port) {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** @param {string} host a name or an address @returns whether only this machine reaches it */
function isLoopback (host) {
  return LOOPBACK_HOST.test(host)
}

module.exports = { LOOPBACK, addressOf, isLoopback }
