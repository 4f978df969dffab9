'use strict'

// One server of ./kinds: node server.js <kind> <framework> <strength>

const http = require('node:http')
const { KINDS } = require('./kinds')

const { HOST, PORT } = process.env
const [kind, framework, strength] = process.argv.slice(2)
const frameworks = {
  http (answer) {
    return http.createServer(async (req, res) => {
      const { status, headers, body } = await answer(req)
      res.writeHead(status, headers)
      if (body.pipe) body.pipe(res)
      else res.end(body)
    }).listen(PORT, HOST)
  },
  express (answer) {
    const app = require('express')()
    app.get('/', async (req, res) => {
      const { status, headers, body } = await answer(req)
      res.status(status).set(headers)
      if (body.pipe) body.pipe(res)
      else res.send(body)
    })
    return app.listen(PORT, HOST)
  },
  fastify (answer) {
    const app = require('fastify')()
    app.get('/', async (request, reply) => {
      const { status, headers, body } = await answer(request.raw)
      return reply.code(status).headers(headers).send(body)
    })
    app.listen({ port: PORT, host: HOST })
    return app.server
  }
}

const { create } = KINDS.find((server) => server.kind === kind)
const handler = create(Number(strength))
const server = frameworks[framework](async (req) => {
  const answer = await handler(req)
  const { status = 200, headers = {}, body = answer } = answer
  return { status, headers, body }
})
server.on('listening', () => console.log(`http://${HOST}:${server.address().port}`))
