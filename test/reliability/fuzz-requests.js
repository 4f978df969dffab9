'use strict'

const fc = require('fast-check')

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', '']
const URLS = [
  '/', '*', '//', '/%', '/%00', '/seed/v1?', '/seed/v1%2f', '/../../etc/passwd', 'http://[x/y',
  'http://', 'seed/v1', '/seed/v1 /x', '\\seed\\v1', `/seed/v1?${'x=1&'.repeat(5_000)}`
]
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1x', '']
const LINES = [
  'Host: a b', 'Host: %', 'Host: x:99999', 'Host: [::1', 'Host: x/../y', `Host: ${'x'.repeat(300)}`,
  'Content-Length: 1', 'Content-Length: -1', 'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: xchunked', 'If-None-Match: *', 'If-None-Match: W/"a", "', 'Range: bytes=0-',
  `If-None-Match: ${'"abcdefgh", '.repeat(9_000)}"z"`, 'Expect: 100-continue', 'Expect: nonsense',
  'Connection: upgrade\r\nUpgrade: websocket', 'Connection: close, keep-alive',
  ': no name', 'no colon', ' folded: line', 'X: a\u0001b', 'X\u0000: y', 'X : y', 'X: a\nY: b',
  `X: ${'y'.repeat(20_000)}`
]
const BODIES = ['', '', '5\r\nhello\r\n0\r\n\r\n', 'ffffffffffffffff\r\n', '-1\r\n\r\n']

const junk = fc.uint8Array({ maxLength: 300 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'))
const end = fc.constantFrom('half', 'half', 'reset', 'open') // what the client does then

function rawRequest ({ paths, host, flood }) {
  const hostLine = `Host: ${host}`
  const line = fc.constantFrom(...LINES)
  const request = fc.tuple(
    fc.constantFrom(...METHODS),
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...paths) }, fc.constantFrom(...URLS), junk),
    fc.constantFrom(...VERSIONS),
    fc.constantFrom([hostLine], []),
    // A request with one odd line at most may reach the router.
    fc.oneof(fc.array(line, { maxLength: 1 }), fc.array(fc.oneof(line, junk), { maxLength: 300 })),
    fc.oneof(fc.constantFrom(...BODIES), junk)
  ).map(([method, url, version, hostLines, lines, body]) =>
    [`${method} ${url} ${version}`, ...hostLines, ...lines, '', body].join('\r\n'))
  const many = fc.integer({ min: 2, max: flood })
    .map((count) => `GET ${paths[0]} HTTP/1.1\r\n${hostLine}\r\n\r\n`.repeat(count))
  const whole = fc.oneof({ weight: 10, arbitrary: request }, many, junk)
  const share = fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }))
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
