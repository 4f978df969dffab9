'use strict'

// The same fault, from slow/util.js, and the same load shedding, in Fastify.

const { EventEmitter } = require('node:events')
const underPressure = require('@fastify/under-pressure')
const fastify = require('fastify')
const { timestamp, etagger, fetchContent } = require('../../../../slow/util')()

const app = fastify()
const events = new EventEmitter() // the stage slow uses restify's server for it
const tag = etagger().bind(events)

app.register(underPressure, { maxEventLoopDelay: 42, sampleInterval: 50, retryAfter: 1 })
app.addHook('onRequest', (request, reply, done) => tag(request.raw, reply.raw, done))
app.addHook('onResponse', (request, reply, done) => {
  events.emit('after', request.raw, reply.raw)
  done()
})

app.get('/seed/v1', (request, reply) => {
  fetchContent(request.url, (err, content) => {
    if (err) return reply.send(err)
    reply.raw._body = { data: content, url: request.url, ts: timestamp() }
    reply.send(reply.raw._body)
  })
})

const { HOST: host = '127.0.0.1', PORT: port = 3000 } = process.env
app.listen({ host, port })

module.exports = events
