'use strict'

// The settings that name a target, and the request that is sent to it.

/** @import { Flag } from '../base/types' */
/** @import { Request, Target } from './types' */

const fs = require('node:fs')
const { UsageError, UserError } = require('../base/errors')
const { findTarget } = require('./targets')

/** @type {Record<string, Flag>} */
const requestFlags = {
  method: { type: 'string', ambient: false, help: 'HTTP method [GET]' },
  body: { type: 'string', ambient: false, help: 'request body: a text, or @file' },
  header: {
    type: 'string',
    ambient: false,
    help: 'request header as "name: value"; more on lines of their own'
  }
}

/** @type {Record<string, Flag>} */
const targetFlags = {
  app: {
    type: 'string',
    ambient: false,
    help: 'your own server: a file, or a command such as "npm start"'
  },
  in: { type: 'string', ambient: false, help: 'folder in which it is started' },
  path: {
    type: 'string',
    variable: 'URLPATH',
    ambient: false,
    help: 'path of the URL, with its query'
  },
  listen: {
    type: 'integer',
    min: 1,
    max: 65_535,
    ambient: false,
    help: 'its port, if it listens on several'
  },
  start: {
    type: 'integer',
    min: 1,
    max: 3600,
    default: 10,
    ambient: false,
    help: 'seconds until it has to listen'
  },
  ...requestFlags
}

/**
 * Finds the targets that a command line asks for: those named, the reader's, or the default ones.
 * @param {string[]} names
 * @param {Record<string, any>} values of the flags
 * @param {string[]} [defaults]
 * @returns {Target[]}
 * @throws {UsageError} When there is none, or the path is no path.
 */
function targetsFromFlags (names, values, defaults = []) {
  const { app, in: folder, path, listen, start } = values
  if (path && !path.startsWith('/')) {
    throw new UsageError(`URLPATH must begin with a slash, not "${path}"`)
  }
  if (path?.includes('\\')) {
    throw new UsageError(`URLPATH must not have a backslash: write %5C in "${path}"`)
  }
  const given = app ? [...names, app] : names
  const texts = given.length ? given : defaults
  if (!texts.length) {
    throw new UsageError('No target given. Name a stage, or use APP=../shop/server.js')
  }
  const request = requestFromFlags(values)
  const isDefault = Object.keys(request).length === 0
  const options = { in: folder, request: isDefault ? undefined : request, listen, start }
  return texts.map((text) => findTarget(text, options))
}

/**
 * Reads the request that a command line asks for.
 * @param {Record<string, any>} values of the flags
 * @returns {Request} only what was given
 * @throws {UsageError} When a header is none.
 * @throws {UserError} When the file of the body cannot be read.
 */
function requestFromFlags ({ path, method, body, header = '' }) {
  /** @type {Request} */
  const request = {}
  if (path) request.path = path
  if (method) request.method = method.toUpperCase()
  const lines = header.split('\n').filter((/** @type {string} */ line) => line.trim())
  if (lines.length) request.headers = Object.fromEntries(lines.map(readHeader))
  if (body) request.body = body.startsWith('@') ? readBody(body.slice(1)) : body
  return request
}

/** @param {string} line */
function readHeader (line) {
  const match = line.match(/^\s*([^\s:]+)\s*:\s*(.*?)\s*$/)
  if (!match) throw new UsageError(`HEADER must be "name: value", not "${line}"`)
  return match.slice(1)
}

/** @param {string} file */
function readBody (file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (err) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (err)
    throw new UserError(`BODY=@${file} cannot be read: ${code}`)
  }
}

module.exports = { requestFlags, requestFromFlags, targetFlags, targetsFromFlags }
