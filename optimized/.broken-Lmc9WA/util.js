'use strict'

const crypto = require('node:crypto')
const fresh = require('fresh')

const ONE_MINUTE = 60_000

module.exports = function () {
  // The id is made with the content and stands for it: no hash is needed to tell two contents apart.
  const content = { id: 'same', data: crypto.randomBytes(5000).toString('hex') }
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

    return function (req, res, etag, render) {
      res.setHeader('ETag', etag)
      res.setHeader('Cache-Control', 'public, max-age=120')
      if (fresh(req.headers, { etag })) {
        res.writeHead(304)
        return res.end()
      }
      const body = bodyOf(req.url, etag, render)
      res.setHeader('Content-Type', 'application/json')
      res.setHeader('Content-Length', body.length)
      res.writeHead(200)
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
