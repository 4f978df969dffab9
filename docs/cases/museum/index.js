'use strict'

const http = require('node:http')
const { name, config } = require('./package.json')
const { inCatalogueOrder } = require('./catalogue')
const { objects } = require('./collection')

const brief = (object) => object && { id: object.id, title: object.title }

// An object, and those before and after it, so that visitors can leaf through the catalogue.
function findObject (id) {
  const catalogue = inCatalogueOrder(objects)
  const position = catalogue.findIndex((object) => object.id === id)
  if (position < 0) return undefined
  return {
    ...catalogue[position],
    entry: position + 1,
    previous: brief(catalogue[position - 1]),
    next: brief(catalogue[position + 1])
  }
}

function findRoom (room) {
  const found = objects.filter((object) => object.room === room)
  return found.length ? { room, objects: found.map(brief) } : undefined
}

const finders = { objects: findObject, rooms: findRoom }

const server = http.createServer((req, res) => {
  const [, kind, number] = /^\/(objects|rooms)\/(\d+)(?:\?|$)/.exec(req.url) ?? []
  const found = kind && finders[kind](Number(number))
  res.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' })
  res.end(JSON.stringify(found ?? { statusCode: 404 }))
})

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
server.listen(PORT, HOST, () => {
  console.log(`${name} listening on http://${HOST}:${server.address().port}${config.path}`)
})
