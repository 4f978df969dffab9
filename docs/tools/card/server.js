'use strict'

// The server of the card that whyslow's page shows: two connections have to do for all requests.

const http = require('node:http')
const { askPrices } = require('./prices')

const server = http.createServer((req, res) => {
  askPrices((answer) => answer.pipe(res))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
