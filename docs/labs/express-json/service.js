'use strict'

// A route for each of the two objects.

const express = require('express')
const { small, large } = require('./objects')

/**
 * @param {string} name of the server
 * @param {(object: object) => import('express').RequestHandler} handlerOf makes the handler that
 *   sends an object
 * @param {Record<string, any>} [settings] of Express
 */
module.exports = function (name, handlerOf, settings = {}) {
  const app = express()
  for (const [setting, value] of Object.entries(settings)) app.set(setting, value)
  app.get('/small', handlerOf(small))
  app.get('/large', handlerOf(large))

  const { HOST = '127.0.0.1', PORT = 3000 } = process.env
  const server = app.listen(PORT, HOST, () => {
    console.log(`${name} listening on http://${HOST}:${server.address().port}/small`)
  })
}
