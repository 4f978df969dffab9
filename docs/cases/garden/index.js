'use strict'

const { createHash } = require('node:crypto')
const http = require('node:http')
const { name, config } = require('./package.json')
const { findPlant, planWeek } = require('./planner')

const WEEKS = 52

const askedWeeks = new Map()

function noteWeek (week) {
  askedWeeks.set(week, (askedWeeks.get(week) ?? 0) + 1)
}

function plan (query, res) {
  const week = Number(query.get('week'))
  const latitude = Number(query.get('latitude') ?? 45)
  if (!Number.isInteger(week) || week < 1 || week > WEEKS) return undefined
  if (!(Math.abs(latitude) <= 90)) return undefined
  res.once('finish', () => noteWeek(week))
  return { week, latitude, tasks: planWeek(week, latitude) }
}

const routes = {
  '/plan': plan,
  '/plant': (query) => findPlant(query.get('name')),
  '/weeks': () => ({ asked: [...askedWeeks].sort(([a], [b]) => a - b) })
}

const server = http.createServer((req, res) => {
  const [pathname, query] = req.url.split('?')
  const found = Object.hasOwn(routes, pathname) && routes[pathname](new URLSearchParams(query), res)
  const body = JSON.stringify(found || { statusCode: 404 })
  const etag = `"${createHash('sha256').update(body).digest('base64')}"`
  if (found && req.headers['if-none-match'] === etag) {
    return res.writeHead(304, { ETag: etag }).end()
  }
  res.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json', ETag: etag })
  res.end(body)
})

server.on('clientError', (err, socket) => socket.destroy(err))

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
server.listen(PORT, HOST, () => {
  console.log(`${name} listening on http://${HOST}:${server.address().port}${config.path}`)
})
