'use strict'

// Three plain routes: an object, a text, and a thrown error.

const express = require('express')

const app = express()
app.disable('x-powered-by')
app.disable('etag') // Fastify makes no ETags

app.get('/json', (req, res) => res.json({ hello: 'world' }))
app.get('/text', (req, res) => res.type('text/plain').send('hello world'))
app.get('/error', () => { throw new Error('on purpose') })
app.use((err, req, res, next) => res.status(500).json({ error: err.message }))

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
app.listen(PORT, HOST)
