'use strict'

const http = require('node:http')

const agent = new http.Agent({ keepAlive: true }) // as many connections as there are questions

// Its function gives null for what the catalogue does not have.
const openCatalogue = (port) => (path) => new Promise((resolve, reject) => {
  http.get({ host: '127.0.0.1', port, path, agent }, (res) => {
    let text = ''
    res.setEncoding('utf8')
    res.on('data', (part) => { text += part })
    res.on('end', () => resolve(JSON.parse(text)))
    res.on('error', reject)
  }).on('error', reject)
})

module.exports = { openCatalogue }
