'use strict'

const restify = require('restify')
const { name } = require('./package.json')
const { timestamp, etagger, fetchContent } = require('./util')()

const server = restify.createServer({ name })

// restify parses URLs with `new URL`, which throws: unguarded, a bad Host header ends the process.
server.first((req, res) => {
  try {
    req.getUrl()
    // A client may send the whole URL (RFC 9112, section 3.2.2). The path is what follows the host.
    req.url = req.url.replace(/^https?:\/\/[^/?#]+/i, '')
    return true
  } catch {
    res.writeHead(400, { 'Content-Type': 'application/json' })
    res.end('{"statusCode":400}')
    return false
  }
})

server.use(etagger().bind(server))

server.get('/seed/v1', (req, res, next) => {
  fetchContent(req.url, (err, content) => {
    if (err) return next(err)
    res.send({ data: content, url: req.url, ts: timestamp() })
    next()
  })
})

// restify takes Upgrade requests and never answers them. Untaken, they are requests like any other.
server.server.removeAllListeners('upgrade')

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
server.listen(PORT, HOST, () => {
  console.log(`${name} listening on ${server.url}/seed/v1`)
})

module.exports = server
