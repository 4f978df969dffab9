'use strict'

// The settings that name a target, and the request that is sent to it.

/** @import { Flag } from '../base/types' */
/** @import { Request, Target } from './types' */

const fs = require('node:fs')
const { UsageError, UserError } = require('../base/errors')
const { findTarget, targetNames } = require('./targets')

/** What a command says of its targets. */
const TARGET_HELP = `${targetNames.join(', ')},\na lab's server, a file or a command`

/** @type {(help: string) => Flag} not read from the environment: other programs use such names */
function text (help) {
  return { type: 'string', ambient: false, help }
}

/** @type {(min: number, max: number, help: string) => Flag} */
function integer (min, max, help) {
  return { type: 'integer', min, max, ambient: false, help }
}

/** @type {Record<string, Flag>} */
const requestFlags = {
  method: text('HTTP method [GET]'),
  body: text('request body: a text, or @file'),
  header: text('request header as "name: value"; more on lines of their own')
}

/** @type {Record<string, Flag>} */
const targetFlags = {
  app: text('your own server: a file, or a command such as "npm start"'),
  in: text('folder in which it is started'),
  path: { ...text('path of the URL, with its query'), variable: 'URLPATH' },
  listen: integer(1, 65_535, 'its port, if it listens on several'),
  start: { ...integer(1, 3600, 'seconds until it has to listen'), default: 10 },
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
  const read = requestFromFlags(values)
  const request = Object.keys(read).length ? read : undefined
  return texts.map((text) => findTarget(text, { in: folder, request, listen, start }))
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

module.exports = { requestFlags, requestFromFlags, targetFlags, targetsFromFlags, TARGET_HELP }
