'use strict'

// Fastify leaves conditional requests to us. Its own route for HEAD would give a 304 a Content-Length of 0, so HEAD is ours too.

const fastify = require('fastify')
const fresh = require('fresh')
const { CACHE, seed } = require('../seed')

const app = fastify()

function answer (request, reply) {
  seed(request.url, (err, found) => {
    if (err) return reply.send(err)
    const { etag, body } = found
    reply.header('ETag', etag).header('Cache-Control', CACHE)
    if (fresh(request.headers, { etag })) return reply.code(304).send()
    reply.header('Content-Type', 'application/json').send(body)
  })
}

app.route({ method: ['GET', 'HEAD'], url: '/seed/v1', handler: answer })

app.setNotFoundHandler((request, reply) => reply.code(404).send({ statusCode: 404 }))
app.setErrorHandler((err, request, reply) => reply.code(err.statusCode ?? 500).send({ statusCode: err.statusCode ?? 500 }))

const { HOST: host = '127.0.0.1', PORT: port = 3000 } = process.env
app.listen({ host, port }).then((url) => console.log(`fastify listening on ${url}/seed/v1`))
