'use strict'

const http = require('node:http')
const { name } = require('./package.json')
const { buildReport } = require('./report')

const RECENT = 300

const recent = [] // reports
let served = 0

function occupancy () {
  const report = buildReport()
  recent[served++ % RECENT] = report
  return { visitors: report.visitors, stands: report.stands }
}

// The display over the main gate shows the mean of recent reports: its number does not jump.
function display () {
  const visitors = recent.reduce((sum, report) => sum + report.visitors, 0)
  return { visitors: Math.round(visitors / Math.max(1, recent.length)) }
}

const routes = new Map([['/occupancy', occupancy], ['/display', display]])

const server = http.createServer((req, res) => {
  const route = routes.get(req.url)
  res.writeHead(route ? 200 : 404, { 'Content-Type': 'application/json' })
  res.end(JSON.stringify(route ? route() : { error: 'not found' }))
})

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
server.listen(PORT, HOST, () => {
  console.log(`${name} listening on http://${HOST}:${server.address().port}/occupancy`)
})
