'use strict'

// Express makes an ETag if a response has none, and answers conditional requests with 304 by itself.

const express = require('express')
const { CACHE, seed } = require('../seed')

const app = express()
app.disable('x-powered-by')

app.get('/seed/v1', (req, res, next) => {
  seed(req.url, (err, found) => {
    if (err) return next(err)
    res.setHeader('ETag', found.etag)
    res.setHeader('Cache-Control', CACHE)
    res.setHeader('Content-Type', 'application/json') // res.type would add a charset, which JSON does not have
    res.send(found.body)
  })
})

app.use((req, res) => res.status(404).json({ statusCode: 404 }))
app.use((err, req, res, next) => res.status(err.statusCode ?? 500).json({ statusCode: err.statusCode ?? 500 }))

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
const server = app.listen(PORT, HOST, () => {
  console.log(`express listening on http://${HOST}:${server.address().port}/seed/v1`)
})
