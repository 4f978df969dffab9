'use strict'

const crypto = require('node:crypto')

const ONE_MINUTE = 60_000

// If-None-Match is * or a list of tags. A weak tag (W/) matches, too (RFC 9110, section 13.1.2).
const matches = (header = '', etag) =>
  header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

module.exports = function () {
  // The id is made with the content and stands for it: no hash is needed to tell contents apart.
  const content = { id: crypto.randomUUID(), data: crypto.randomBytes(5000).toString('hex') }
  let last = Date.now()

  // Moves once a minute, so that what is cached stays valid for a while.
  function timestamp () {
    const now = Date.now()
    if (now - last >= ONE_MINUTE) last = now
    return last
  }

  // Answers 304 to a client that holds this tag, else sends the body, rendered once for each tag.
  function etagger () {
    const cache = {}

    function bodyOf (url, etag, render) {
      if (cache[url]?.etag !== etag) cache[url] = { etag, body: Buffer.from(render()) }
      return cache[url].body
    }

    // All headers in one writeHead: Node.js takes a slower path for headers set one by one.
    return function (req, res, etag, render) {
      const headers = { ETag: etag, 'Cache-Control': 'public, max-age=120' }
      if (matches(req.headers['if-none-match'], etag)) {
        res.writeHead(304, headers)
        return res.end()
      }
      const body = bodyOf(req.url, etag, render)
      res.writeHead(200, {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': body.length
      })
      res.end(body)
    }
  }

  // Stands for a backend: the answer comes in a later tick.
  function fetchContent (url, cb) {
    setImmediate(() => {
      if (url === '/seed/v1') return cb(null, content)
      cb(Object.assign(new Error('Not Found'), { statusCode: 404 }))
    })
  }

  return { timestamp, etagger, fetchContent }
}
