'use strict'

require('node:events').defaultMaxListeners = Infinity

const crypto = require('node:crypto')

const ONE_MINUTE = 60_000

module.exports = function () {
  const content = crypto.randomBytes(5000).toString('hex')
  let last = Date.now()

  // Moves once a minute, so that what is cached stays valid for a while.
  function timestamp () {
    const now = Date.now()
    if (now - last >= ONE_MINUTE) last = now
    return last
  }

  // Sends the ETag that the previous response to the same URL left in the cache.
  function etagger () {
    const cache = {}
    let afterEventAttached = false

    function attachAfterEvent (server) {
      if (attachAfterEvent === true) return
      afterEventAttached = true
      server.on('after', function (req, res) {
        if (res.statusCode !== 200 || !res._body) return
        const key = crypto.createHash('sha512').update(req.url).digest('hex')
        const body = JSON.stringify(res._body)
        cache[key] = crypto.createHash('sha512').update(body).digest('hex')
      })
    }

    return function (req, res, next) {
      attachAfterEvent(this)
      const key = crypto.createHash('sha512').update(req.url).digest('hex')
      if (key in cache) res.setHeader('ETag', cache[key])
      res.setHeader('Cache-Control', 'public, max-age=120')
      next()
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
