'use strict'

// Fastify leaves conditional requests to us. HEAD is ours as well: Fastify's own would give a 304
// Content-Length: 0.

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
app.setErrorHandler(({ statusCode = 500 }, request, reply) => {
  reply.code(statusCode).send({ statusCode })
})

const { HOST: host = '127.0.0.1', PORT: port = 3000 } = process.env
app.listen({ host, port })
