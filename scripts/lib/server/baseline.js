'use strict'

// The baseline: node:http alone, sending the same bytes as optimized.

const crypto = require('node:crypto')
const http = require('node:http')

const ts = Date.now()
const data = crypto.randomBytes(5000).toString('hex')
const body = Buffer.from(JSON.stringify({
  data,
  url: '/seed/v1',
  ts
}))
const headers = {
  ETag: `"${crypto.randomUUID()}-${ts}"`,
  'Cache-Control': 'public, max-age=120',
  'Content-Type': 'application/json',
  'Content-Length': body.length
}

const server = http.createServer((req, res) => {
  res.writeHead(200, headers)
  res.end(body)
})

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
server.listen(Number(PORT), HOST, () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`baseline listening on http://${HOST}:${port}/seed/v1`)
})
