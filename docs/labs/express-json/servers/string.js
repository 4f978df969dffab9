'use strict'

// Every client gets the same object, so its text is made once, as bytes, and sent without res.json
// and its ETag.

const express = require('express')
const { small, large } = require('../objects')

const smallText = Buffer.from(JSON.stringify(small))
const largeText = Buffer.from(JSON.stringify(large))
const send = (text) => (req, res) => {
  res.setHeader('Content-Type', 'application/json; charset=utf-8').end(text)
}

const app = express()
app.get('/small', send(smallText))
app.get('/large', send(largeText))

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
const server = app.listen(PORT, HOST, () => {
  console.log(`string listening on http://${HOST}:${server.address().port}/small`)
})
