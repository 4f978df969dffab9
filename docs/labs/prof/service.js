'use strict'

// The service of the Node.js guide to --prof, for both ways to hash; its one user is registered at
// the start. DO NOT BUILD AUTHENTICATION THIS WAY: passwords are in URLs and so in every log, and
// the number of attempts is not limited.

const crypto = require('node:crypto')
const express = require('express')

/** @param {(password: string, salt: string) => Buffer|Promise<Buffer>} hash */
module.exports = async function (hash) {
  const salt = crypto.randomBytes(128).toString('base64')
  const users = new Map([['ada', { salt, hash: await hash('lovelace', salt) }]])
  const app = express()

  app.get('/', (req, res) => res.send('ok'))

  app.get('/auth', async (req, res) => {
    const { username, password } = req.query
    if (typeof username !== 'string' || typeof password !== 'string') return res.sendStatus(400)
    const user = users.get(username)
    if (!user) return res.sendStatus(401)
    const matches = crypto.timingSafeEqual(user.hash, await hash(password, user.salt))
    res.sendStatus(matches ? 200 : 401)
  })

  const { HOST = '127.0.0.1', PORT = 3000 } = process.env
  app.listen(PORT, HOST)
}
