'use strict'

/** @import { Request, Target, TargetValues } from './types' */

const fs = require('node:fs')
const { METHODS } = require('node:http')
const path = require('node:path')
const { UsageError, UserError, asError } = require('../cli/errors')
const { integer, text } = require('../cli/flags')
const { findTarget, targetNames } = require('./targets')

const TARGET_HELP = `${targetNames.join(', ')},\na lab's server, a file or a command`

const NO_TARGET = 'No target given. Name a stage, or use APP=../shop/server.js'

const targetFlags = {
  app: text('your own server: a file, or a command such as "npm start"'),
  in: text('folder to start it in'),
  urlpath: text('path of the URL, with its query'),
  listen: integer(1, 65_535, 'its port, if it listens on several'),
  start: integer(1, 3600, 'seconds to wait until it listens', 10),
  method: text('HTTP method [GET]'),
  body: text('request body: a text, or @file'),
  header: text('request header as "name: value", one on each line')
}

/**
 * Finds the targets that are named, the reader's, or the default ones.
 * @param {string[]} names
 * @param {TargetValues} values of the flags
 * @param {string[]} [defaults]
 * @returns {Target[]}
 * @throws {UsageError} When there is none, or the request is no request.
 * @throws {UserError} When the file of the body cannot be read.
 */
function targetsFromFlags (names, values, defaults = []) {
  const { app, in: folder, listen, start: startLimit } = values
  const given = app ? [...names, app] : names
  const texts = given.length ? given : defaults
  if (!texts.length) throw new UsageError(NO_TARGET)
  const request = readRequest(values)
  return texts.map((text) => findTarget(text, { in: folder, request, listen, startLimit }))
}

/**
 * Finds the only target of a command.
 * @param {string|undefined} name
 * @param {TargetValues} values of the flags
 * @param {string[]} [defaults]
 * @returns {Target}
 * @throws {UsageError} When there is none, or another one.
 */
function targetFromFlags (name, values, defaults) {
  if (name && values.app) throw new UsageError(`Name one target: ${name} or APP=`)
  return targetsFromFlags(name ? [name] : [], values, defaults)[0]
}

/** @param {TargetValues} values @returns {Request|undefined} only what was given */
function readRequest ({ urlpath, method, body, header }) {
  /** @type {Request} */
  const request = {}
  if (urlpath) request.path = readPath(urlpath)
  if (method) request.method = readMethod(method.toUpperCase())
  if (header) request.headers = readHeaders(header)
  if (body) Object.assign(request, readBody(body))
  return Object.keys(request).length ? request : undefined
}

/** @param {string} urlPath */
function readPath (urlPath) {
  if (urlPath.startsWith('/')) return urlPath
  throw new UsageError(`URLPATH=${urlPath} must begin with a slash`)
}

/** @param {string} method */
function readMethod (method) {
  // Of HEAD, autocannon waits for the body that Content-Length announces.
  if (METHODS.includes(method) && method !== 'HEAD') return method
  throw new UsageError(`METHOD=${method} cannot be loaded: use GET, POST, PUT, PATCH or DELETE`)
}

/** @param {string} text */
function readHeaders (text) {
  /** @type {Record<string, string>} */
  const headers = {}
  for (const line of text.split('\n').filter((line) => line.trim())) {
    const [, name, value] = line.match(/^\s*([^\s:]+)\s*:\s*(.*?)\s*$/) ?? []
    if (!name) throw new UsageError('HEADER needs "name: value" on each line')
    headers[name] = value
  }
  return headers
}

/** @param {string} body */
function readBody (body) {
  if (!body.startsWith('@')) return { body }
  const bodyFile = path.resolve(body.slice(1))
  try {
    return { body: fs.readFileSync(bodyFile), bodyFile }
  } catch (err) {
    throw new UserError(`BODY=${body} cannot be read: ${asError(err).code}`)
  }
}

module.exports = {
  targetFlags,
  targetFromFlags,
  targetsFromFlags,
  NO_TARGET,
  TARGET_HELP
}
