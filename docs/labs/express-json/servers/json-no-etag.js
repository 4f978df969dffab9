'use strict'

// The same as json.js, without the ETag that Express makes by default.

const express = require('express')
const { small, large } = require('../objects')

const app = express()
app.set('etag', false)
app.get('/small', (req, res) => res.json(small))
app.get('/large', (req, res) => res.json(large))

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
const server = app.listen(PORT, HOST, () => {
  console.log(`json-no-etag listening on http://${HOST}:${server.address().port}/small`)
})
