'use strict'

// The usual way: Express serialises the object for each response, and hashes the text for an ETag.

const express = require('express')
const { small, large } = require('../objects')

const app = express()
app.get('/small', (req, res) => res.json(small))
app.get('/large', (req, res) => res.json(large))

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
const server = app.listen(PORT, HOST, () => {
  console.log(`json listening on http://${HOST}:${server.address().port}/small`)
})
