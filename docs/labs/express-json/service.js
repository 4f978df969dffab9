'use strict'

// A route for each of the two objects.

const express = require('express')
const { small, large } = require('./objects')

/** @param {(object: object) => import('express').RequestHandler} handlerOf sends an object */
module.exports = function (handlerOf, settings = {}) {
  const app = express()
  for (const [setting, value] of Object.entries(settings)) app.set(setting, value)
  app.get('/small', handlerOf(small))
  app.get('/large', handlerOf(large))

  const { HOST = '127.0.0.1', PORT = 3000 } = process.env
  app.listen(PORT, HOST)
}
