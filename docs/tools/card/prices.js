'use strict'

const http = require('node:http')

const { PRICES } = process.env
const agent = new http.Agent({ keepAlive: true, maxSockets: 2 })

/** @param {(answer: http.IncomingMessage) => void} onAnswer */
function askPrices (onAnswer) {
  http.get({ host: '127.0.0.1', port: PRICES, agent }, onAnswer)
}

module.exports = { askPrices }
