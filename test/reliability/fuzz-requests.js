'use strict'

// Malformed and odd requests, as bytes: generated, so that nobody has to think of each.

const fc = require('fast-check')

const CRLF = '\r\n'

const junk = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1'))
const word = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,16}$/)
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'HEAD') },
  { weight: 3, arbitrary: fc.constantFrom('POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PATCH', 'PROPFIND', 'get', '') },
  word
)
const target = (paths) => fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...paths) },
  fc.constantFrom('/', '*', '//', '/%', '/%00', '/seed/v1?', '/seed/v1%2f', '/../../etc/passwd', 'http://[x/seed/v1', 'http://', 'seed/v1', '/seed/v1 /x', '\\seed\\v1', `/${'a'.repeat(20_000)}`, `${paths[0]}?${'x=1&'.repeat(5_000)}`),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  junk
)
const version = fc.oneof({ weight: 8, arbitrary: fc.constant('HTTP/1.1') }, fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.1x', 'http/1.1', ''))

const tags = fc.array(fc.oneof(fc.constantFrom('*', '"a"', 'W/"a"', 'a', '"', ',', 'W/', '"\u00ff"'), word), { maxLength: 20 }).map((all) => all.join(', '))
const header = fc.oneof(
  fc.constantFrom('a b', '%', 'x:99999', '[::1', '', 'x'.repeat(300), 'x/../y', '\u00e9').map((host) => `Host: ${host}`),
  fc.constantFrom('0', '1', '-1', '1e3', '0x10', '99999999999999999999', '1, 1', ' ', '+5').map((length) => `Content-Length: ${length}`),
  fc.constantFrom('chunked', 'chunked, identity', 'xchunked', ' chunked', 'gzip, chunked', 'chunked\t').map((coding) => `Transfer-Encoding: ${coding}`),
  tags.map((list) => `If-None-Match: ${list}`),
  fc.constant(`If-None-Match: ${'"abcdefgh", '.repeat(9_000)}"z"`), // 100 KB
  fc.constantFrom('Expect: 100-continue', 'Expect: nonsense', 'Connection: upgrade\r\nUpgrade: websocket', 'Connection: close, keep-alive', 'Range: bytes=0-', 'Accept-Encoding: gzip'),
  fc.tuple(word, junk).map(([name, value]) => `${name}: ${value}`), // a line break in it injects a header
  fc.constantFrom(': no name', 'no colon', ' folded: line', 'X: a\u0001b', 'X\u0000: y', 'X : y', 'X: a\nY: b', `X: ${'y'.repeat(20_000)}`)
)
const headers = fc.oneof(fc.array(header, { maxLength: 1 }), fc.array(header, { maxLength: 12 })) // with one, some come through to the router
const body = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.constantFrom('0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', 'ffffffffffffffff\r\n', '-1\r\n\r\n', '5;x=y\r\nhello\r\n0\r\nTrailer: x\r\n\r\n', '5\r\nhelloX', 'zz\r\n', 'GET / HTTP/1.1\r\nHost: smuggled\r\n\r\n'),
  junk
)

/** @typedef {{bytes: string, cut: number, end: 'half'|'reset'|'open'}} Attack `cut`: the share of the bytes that is sent; then the socket is half closed, reset, or left open */

/** @returns {import('fast-check').Arbitrary<Attack>} */
function attack ({ paths, host, flood: longest }) {
  const good = `GET ${paths[0]} HTTP/1.1\r\nHost: ${host}\r\n`
  const request = fc.tuple(method, target(paths), version, fc.boolean(), headers, body)
    .map(([method, target, version, hasHost, headers, body]) =>
      [`${method} ${target} ${version}`, ...(hasHost ? [`Host: ${host}`] : []), ...headers, '', body].join(CRLF))
  const many = fc.array(header, { minLength: 100, maxLength: 300 }).map((headers) => good + [...headers, '', ''].join(CRLF))
  const flood = fc.integer({ min: 2, max: longest }).map((count) => (good + CRLF).repeat(count))
  return fc.record({
    bytes: fc.oneof({ weight: 10, arbitrary: request }, { weight: 1, arbitrary: many }, { weight: 1, arbitrary: flood }, { weight: 1, arbitrary: junk }),
    cut: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
    end: fc.constantFrom('half', 'half', 'reset', 'open')
  })
}

/**
 * @param {number} count
 * @param {number} seed the same seed, the same corpus
 * @param {{paths: string[], host: string, flood: number}} target what is there to be asked, the Host that is asked by rights,
 *   and how many requests a pipelined flood may have
 * @returns {Attack[]}
 */
const corpus = (count, seed, target) => fc.sample(attack(target), { numRuns: count, seed })

module.exports = { corpus }
