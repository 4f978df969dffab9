'use strict'

const http = require('node:http')
const { name } = require('./package.json')
const { forecast, PLACES } = require('./forecast')
const { verifyKey } = require('./keys')

async function answer (url) {
  const [path, query] = url.split('?')
  if (path === '/places') return { status: 200, content: [...PLACES.keys()] }
  if (path !== '/forecast') return { status: 404, content: { error: 'not found' } }

  const { key = '', place = '' } = Object.fromEntries(new URLSearchParams(query))
  if (!await verifyKey(key)) return { status: 401, content: { error: 'this key is not known' } }
  if (!PLACES.has(place)) return { status: 404, content: { error: 'this place is not known' } }
  return { status: 200, content: { place, hours: forecast(place) } }
}

const server = http.createServer(async (req, res) => {
  const { status, content } = await answer(req.url)
  res.writeHead(status, { 'Content-Type': 'application/json' })
  res.end(JSON.stringify(content))
})

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
server.listen(PORT, HOST, () => {
  console.log(`${name} listening on http://${HOST}:${server.address().port}/places`)
})
