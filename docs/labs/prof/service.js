'use strict'

// The service of the Node.js guide to --prof, for both ways to hash. DO NOT BUILD AUTHENTICATION
// THIS WAY: passwords are in URLs and so in every log, users are lost at a restart, and the number
// of attempts is not limited.

const crypto = require('node:crypto')
const express = require('express')

/**
 * @param {string} name of the server
 * @param {(password: string, salt: string) => Buffer|Promise<Buffer>} hash
 */
module.exports = async function (name, hash) {
  const users = new Map()
  const app = express()

  async function register (username, password) {
    const salt = crypto.randomBytes(128).toString('base64')
    users.set(username, { salt, hash: await hash(password, salt) })
  }

  /** Both parameters, if each is given once; the username without what the guide strips. */
  function credentials ({ username, password }) {
    if (typeof username !== 'string' || typeof password !== 'string') return {}
    return { username: username.replace(/[!@#$%^&*]/g, ''), password }
  }

  app.get('/', (req, res) => res.send('ok'))

  app.get('/newUser', async (req, res) => {
    const { username, password } = credentials(req.query)
    if (!username || !password || users.has(username)) return res.sendStatus(400)
    await register(username, password)
    res.sendStatus(200)
  })

  app.get('/auth', async (req, res) => {
    const { username, password } = credentials(req.query)
    if (!username || !password) return res.sendStatus(400)
    const user = users.get(username)
    if (!user) return res.sendStatus(401)
    const matches = crypto.timingSafeEqual(user.hash, await hash(password, user.salt))
    res.sendStatus(matches ? 200 : 401)
  })

  await register('ada', 'lovelace')
  const { HOST = '127.0.0.1', PORT = 3000 } = process.env
  const server = app.listen(PORT, HOST, () => {
    const url = `http://${HOST}:${server.address().port}`
    console.log(`${name} listening on ${url}/auth?username=ada&password=lovelace`)
  })
}
