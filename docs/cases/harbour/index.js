import { createServer } from 'node:http'
import { berths } from './berths.js'
import { berthsByLookup, noteLookup } from './lookups.js'

const JSON_TYPE = { 'Content-Type': 'application/json' }

function send (res, body, statusCode = 200) {
  res.writeHead(statusCode, JSON_TYPE)
  res.end(JSON.stringify(body))
}

// One berth, and the list beside it on the screen.
function showBerth (id) {
  const berth = berths.find((berth) => berth.id === id)
  if (!berth) return undefined
  noteLookup(id)
  return { berth, list: berthsByLookup().map(({ id, name }) => ({ id, name })) }
}

// Berths that are deep and long enough for a ship.
function findBerths (depth, length) {
  return berths.filter((berth) => berth.depth > depth && berth.length > length)
}

const server = createServer((req, res) => {
  const [pathname, query] = req.url.split('?')
  if (pathname === '/berths') {
    const ship = new URLSearchParams(query)
    return send(res, findBerths(Number(ship.get('depth')), Number(ship.get('length'))))
  }
  const [, id] = /^\/berths\/(\d+)$/.exec(pathname) ?? []
  const shown = id && showBerth(Number(id))
  return shown ? send(res, shown) : send(res, { statusCode: 404 }, 404)
})

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
server.listen(PORT, HOST, () => {
  console.log(`harbour listening on http://${HOST}:${server.address().port}/berths/7`)
})
