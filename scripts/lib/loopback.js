'use strict'

// The address by which this machine talks to itself: IPv4's where there is one, as the stages have it, else IPv6's.

const os = require('node:os')

const hasIPv4 = Object.values(os.networkInterfaces()).flat().some(({ internal, family }) => internal && family === 'IPv4')

const LOOPBACK = hasIPv4 ? '127.0.0.1' : '::1'

/** @type {(address: string) => string} an address as it stands in a URL */
const inUrl = (address) => address.includes(':') ? `[${address}]` : address

/** @type {(url: string) => string} the host in a URL, as sockets want it: without the brackets of IPv6 */
const hostOf = (url) => new URL(url).hostname.replace(/^\[|\]$/g, '')

module.exports = { LOOPBACK, hostOf, inUrl }
