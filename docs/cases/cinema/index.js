'use strict'

const fastify = require('fastify')
const { name } = require('./package.json')
const { findScreening, listScreenings } = require('./programme')
const { findSession, openSession, planOf } = require('./sessions')

const app = fastify()

app.decorateRequest('session', null)
app.addHook('onRequest', async (req, reply) => {
  req.session = findSession(req.headers.cookie)
  if (req.session) return
  req.session = openSession()
  reply.header('Set-Cookie', `session=${req.session.id}; Path=/; HttpOnly; SameSite=Lax`)
})

app.get('/screenings', async () => listScreenings())

app.get('/screenings/:id', async (req, reply) => {
  const screening = findScreening(req.params.id)
  if (!screening) return reply.callNotFound()
  const { film, time } = screening
  return { film, time, seats: planOf(req.session, screening) }
})

app.post('/screenings/:id/seats/:row/:seat', async (req, reply) => {
  const screening = findScreening(req.params.id)
  if (!screening) return reply.callNotFound()
  const row = planOf(req.session, screening)[req.params.row - 1]
  const seat = req.params.seat - 1
  if (row?.[seat] !== 'free') return reply.code(409).send({ error: 'choose another seat' })
  row[seat] = 'yours'
  return { row: req.params.row, seat: req.params.seat }
})

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
app.listen({ host: HOST, port: PORT }, (err, url) => {
  if (err) throw err
  console.log(`${name} listening on ${url}/screenings/12`)
})
