'use strict'

// The address by which this machine talks to itself: IPv4's where there is one, as the stages have it, else IPv6's.

const os = require('node:os')

const families = Object.values(os.networkInterfaces()).flat().filter(({ internal }) => internal).map(({ family }) => family)

const LOOPBACK = families.includes('IPv6') && !families.includes('IPv4') ? '::1' : '127.0.0.1'

/** @type {(address: string) => string} an address as it stands in a URL */
const inUrl = (address) => address.includes(':') ? `[${address}]` : address

/** @type {(url: string) => string} the host in a URL, as sockets want it: without the brackets of IPv6 */
const hostOf = (url) => new URL(url).hostname.replace(/^\[|\]$/g, '')

module.exports = { LOOPBACK, hostOf, inUrl }
