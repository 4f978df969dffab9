'use strict'

// Whether bytes are well-formed HTTP/1.1 responses, and nothing else. Source: RFC 9112.

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e\x80-\xff]*\r\n/
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)\r\n/
const CHUNK = /^([0-9a-fA-F]+)(?:;[^\r\n]*)?\r\n/

/**
 * @param {string} bytes latin1: what came until the server closed the connection or fell silent
 * @param {{mayBeCut?: boolean, mayAnswerHead?: boolean}} [options] `mayBeCut`: the last body may be incomplete;
 *   `mayAnswerHead`: a response may have no body, whatever its length says
 * @returns {string|null} what is wrong; null when nothing is
 */
function findMalformed (bytes, { mayBeCut = false, mayAnswerHead = false } = {}) {
  let rest = bytes
  while (rest) {
    const [line, status] = rest.match(STATUS_LINE) ?? []
    if (!line) return `no status line: ${JSON.stringify(rest.slice(0, 60))}`
    const fields = []
    for (rest = rest.slice(line.length); !rest.startsWith('\r\n');) {
      const [field, name, value] = rest.match(FIELD_LINE) ?? []
      if (!field) return `no field line: ${JSON.stringify(rest.slice(0, 60))}`
      fields.push([name.toLowerCase(), value.trim().toLowerCase()])
      rest = rest.slice(field.length)
    }
    rest = rest.slice(2)
    const { isChunked, length, problem } = framing(fields, rest)
    if (problem) return `${problem}, after ${line.trim()}`
    if (status < 200 || status === '204' || status === '304') continue
    if (mayAnswerHead && (rest === '' || rest.startsWith('HTTP/1.1 '))) continue
    const isEndless = fields.some(([, value]) => value.startsWith('text/event-stream'))
    const after = isChunked ? afterChunks(rest) : rest.length < length ? null : rest.slice(length)
    if (after === null && !isEndless) return mayBeCut ? null : `an incomplete body, after ${line.trim()}`
    rest = after ?? ''
  }
  return null
}

/** How the end of the body is marked: RFC 9112, section 6. Without a mark it ends with the connection. */
function framing (fields, rest) {
  const values = (wanted) => fields.filter(([name]) => name === wanted).map(([, value]) => value)
  const [length, ...others] = values('content-length')
  const isChunked = values('transfer-encoding').includes('chunked')
  if (length !== undefined && !/^\d+$/.test(length)) return { problem: `Content-Length ${length} is no number` }
  if (others.length) return { problem: 'more than one Content-Length' }
  if (length !== undefined && isChunked) return { problem: 'both Content-Length and Transfer-Encoding' }
  return { isChunked, length: Number(length ?? rest.length) }
}

function afterChunks (bytes) {
  let rest = bytes
  for (;;) {
    const [line, size] = rest.match(CHUNK) ?? []
    if (!line) return null
    const length = parseInt(size, 16)
    rest = rest.slice(line.length + length)
    if (!rest.startsWith('\r\n')) return null
    rest = rest.slice(2)
    if (length === 0) return rest
  }
}

module.exports = { findMalformed }
