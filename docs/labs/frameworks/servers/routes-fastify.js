'use strict'

// Three plain routes: an object, a text, and a thrown error.

const fastify = require('fastify')

const app = fastify()

app.get('/json', (request, reply) => reply.send({ hello: 'world' }))
app.get('/text', (request, reply) => reply.type('text/plain; charset=utf-8').send('hello world'))
app.get('/error', () => { throw new Error('on purpose') })
app.setErrorHandler((err, request, reply) => reply.code(500).send({ error: err.message }))

const { HOST: host = '127.0.0.1', PORT: port = 3000 } = process.env
app.listen({ host, port })
