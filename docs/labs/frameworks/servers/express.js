'use strict'

// Express makes an ETag if a response has none, and answers conditional requests with 304 by
// itself.

const express = require('express')
const { CACHE, seed } = require('../seed')

const app = express()
app.disable('x-powered-by')

app.get('/seed/v1', (req, res, next) => {
  seed(req.url, (err, found) => {
    if (err) return next(err)
    res.setHeader('ETag', found.etag)
    res.setHeader('Cache-Control', CACHE)
    // res.type would add a charset, which JSON does not have.
    res.setHeader('Content-Type', 'application/json')
    res.send(found.body)
  })
})

app.use((req, res) => res.status(404).json({ statusCode: 404 }))
app.use(({ statusCode = 500 }, req, res, next) => {
  res.status(statusCode).json({ statusCode })
})

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
app.listen(PORT, HOST)
