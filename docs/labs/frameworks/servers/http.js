'use strict'

// Node.js alone, without a framework: the baseline.

const http = require('node:http')
const fresh = require('fresh')
const { CACHE, seed } = require('../seed')

function notFound (res) {
  res.writeHead(404, { 'Content-Type': 'application/json' }).end('{"statusCode":404}')
}

const server = http.createServer((req, res) => {
  if (req.method !== 'GET' && req.method !== 'HEAD') return notFound(res)
  seed(req.url, (err, found) => {
    if (err) return notFound(res)
    const { etag, body } = found
    const headers = { ETag: etag, 'Cache-Control': CACHE }
    if (fresh(req.headers, { etag })) return res.writeHead(304, headers).end()
    headers['Content-Type'] = 'application/json'
    headers['Content-Length'] = body.length
    res.writeHead(200, headers).end(body)
  })
})

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
server.listen(PORT, HOST)
