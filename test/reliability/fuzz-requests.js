'use strict'

const fc = require('fast-check')

const URLS = [
  '/', '*', '//', '/%', '/%00', '/seed/v1?', '/seed/v1%2f', '/../../etc/passwd', 'http://[x/y',
  'http://', 'seed/v1', '/seed/v1 /x', '\\seed\\v1', `/seed/v1?${'x=1&'.repeat(5_000)}`
]
const ODD_METHODS = ['POST', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'get', '']
const ODD_VERSIONS = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.1x', 'http/1.1', '']
const BODIES = [
  '0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', 'ffffffffffffffff\r\n', '-1\r\n\r\n', '5\r\nhelloX',
  'zz\r\n', '5;x=y\r\nhello\r\n0\r\nTrailer: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: smuggled\r\n\r\n'
]
const HOSTS = ['a b', '%', 'x:99999', '[::1', '', 'x'.repeat(300), 'x/../y', '\u00e9']
const LENGTHS = ['0', '1', '-1', '1e3', '0x10', '99999999999999999999', '1, 1', ' ', '+5']
const ENCODINGS = [
  'chunked', 'chunked, identity', 'xchunked', ' chunked', 'gzip, chunked', 'chunked\t'
]
const TAGS = ['*', '"a"', 'W/"a"', 'a', '"', ',', 'W/', '"\u00ff"']
const LINES = [
  'Expect: 100-continue', 'Expect: nonsense', 'Connection: upgrade\r\nUpgrade: websocket',
  'Range: bytes=0-', 'Connection: close, keep-alive', 'Accept-Encoding: gzip',
  `If-None-Match: ${'"abcdefgh", '.repeat(9_000)}"z"`
]
const BROKEN_LINES = [
  ': no name', 'no colon', ' folded: line', 'X: a\u0001b', 'X\u0000: y', 'X : y', 'X: a\nY: b',
  `X: ${'y'.repeat(20_000)}`
]

/** One of the usual values so many times as often as each of the others. */
function mostly (weight, usual, ...others) {
  return fc.oneof({ weight, arbitrary: fc.constantFrom(...usual) }, ...others)
}

function field (name, values) {
  return fc.constantFrom(...values).map((value) => `${name}: ${value}`)
}

const junk = fc.uint8Array({ maxLength: 300 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'))
const word = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,16}$/)
const oddMethod = { weight: 3, arbitrary: fc.constantFrom(...ODD_METHODS) }
const method = mostly(6, ['GET', 'HEAD'], oddMethod, word)
const webUrl = fc.webUrl({ withQueryParameters: true, withFragments: true })
const version = mostly(8, ['HTTP/1.1'], fc.constantFrom(...ODD_VERSIONS))
const body = mostly(4, [''], fc.constantFrom(...BODIES), junk)
const tags = fc.array(fc.oneof(fc.constantFrom(...TAGS), word), { maxLength: 20 })
const header = fc.oneof(
  field('Host', HOSTS),
  field('Content-Length', LENGTHS),
  field('Transfer-Encoding', ENCODINGS),
  tags.map((tags) => `If-None-Match: ${tags.join(', ')}`),
  fc.constantFrom(...LINES),
  fc.tuple(word, junk).map(([name, value]) => `${name}: ${value}`), // with CRLF: two headers
  fc.constantFrom(...BROKEN_LINES)
)
// A request with one odd header at most may reach the router.
const headers = fc.oneof(fc.array(header, { maxLength: 1 }), fc.array(header, { maxLength: 12 }))
const end = fc.constantFrom('half', 'half', 'reset', 'open') // what the client does then

function rawRequest ({ paths, host, flood: maxFlood }) {
  const good = `GET ${paths[0]} HTTP/1.1\r\nHost: ${host}\r\n`
  const url = mostly(5, paths, fc.constantFrom(...URLS), webUrl, junk)
  const hostLine = fc.constantFrom([], [`Host: ${host}`])
  const request = fc.tuple(method, url, version, hostLine, headers, body)
    .map(([method, url, version, hostLine, headers, body]) =>
      [`${method} ${url} ${version}`, ...hostLine, ...headers, '', body].join('\r\n'))
  const manyHeaders = fc.array(header, { minLength: 100, maxLength: 300 })
    .map((headers) => good + [...headers, '', ''].join('\r\n'))
  const flood = fc.integer({ min: 2, max: maxFlood }).map((count) => `${good}\r\n`.repeat(count))
  const whole = fc.oneof({ weight: 10, arbitrary: request }, manyHeaders, flood, junk)
  const share = mostly(4, [1], fc.double({ min: 0, max: 1, noNaN: true }))
  const bytes = fc.tuple(whole, share)
    .map(([bytes, share]) => bytes.slice(0, Math.ceil(bytes.length * share)))
  return fc.record({ bytes, end })
}

/**
 * Generates requests: `bytes` in Latin-1, and how a client ends. `flood`: how many requests are
 * pipelined at most.
 */
function generateRequests (count, seed, target) {
  return fc.sample(rawRequest(target), { numRuns: count, seed })
}

module.exports = { generateRequests }
