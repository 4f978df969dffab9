'use strict'

// Whether bytes are HTTP/1.1 responses, and nothing else. Source: RFC 9112.

const STATUS_LINE = /^HTTP\/1\.1 [1-5]\d\d [\t\x20-\x7e\x80-\xff]*\r\n/
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)\r\n/
const CHUNK = /^([0-9a-fA-F]+)(?:;[^\r\n]*)?\r\n/

/**
 * @param {string} bytes latin1: what came until the server closed, or fell silent
 * @param {{mayBeCut?: boolean}} [options] whether the last body may be shorter than it says
 * @returns {string|null} what is wrong with them; null when nothing is
 */
function malformed (bytes, { mayBeCut = false } = {}) {
  let rest = bytes
  while (rest) {
    const [line] = rest.match(STATUS_LINE) ?? []
    if (!line) return `no status line: ${JSON.stringify(rest.slice(0, 60))}`
    rest = rest.slice(line.length)
    const fields = []
    while (!rest.startsWith('\r\n')) {
      const [field, name, value] = rest.match(FIELD_LINE) ?? []
      if (!field) return `no field line: ${JSON.stringify(rest.slice(0, 60))}`
      fields.push([name.toLowerCase(), value.trim()])
      rest = rest.slice(field.length)
    }
    rest = afterBody(rest.slice(2), Number(line.slice(9, 12)), new Map(fields))
    if (rest === null) return mayBeCut ? null : `a body that is shorter than it says, after ${line.trim()}`
  }
  return null
}

/** What comes after the body; null where the body is not all there. */
function afterBody (rest, status, fields) {
  if (status < 200 || status === 204 || status === 304) return rest
  if (rest.startsWith('HTTP/1.1 ')) return rest // the answer to a HEAD
  const endless = fields.get('content-type')?.startsWith('text/event-stream') // it goes on until we have heard enough
  if (fields.get('transfer-encoding') === 'chunked') return afterChunks(rest) ?? (endless ? '' : null)
  const length = Number(fields.get('content-length') ?? rest.length)
  if (rest === '') return '' // a HEAD, the last one
  return rest.length < length ? null : rest.slice(length)
}

function afterChunks (rest) {
  for (;;) {
    const [line, size] = rest.match(CHUNK) ?? []
    if (!line) return rest === '' ? '' : null
    const length = parseInt(size, 16)
    rest = rest.slice(line.length + length)
    if (!rest.startsWith('\r\n')) return null
    rest = rest.slice(2)
    if (length === 0) return rest
  }
}

module.exports = { malformed }
