'use strict'

// The settings that name a target, and the request that is sent to it.

const fs = require('node:fs')
const { UsageError, UserError } = require('../base/errors')
const { findTarget } = require('./targets')

/** @typedef {import('../base/types').Flag} Flag */

/** @type {Record<string, Flag>} */
const targetFlags = {
  app: { type: 'string', ambient: false, help: 'your own server: a file, or a command such as "npm start"' },
  in: { type: 'string', ambient: false, help: 'folder in which it is started' },
  path: { type: 'string', variable: 'URLPATH', ambient: false, help: 'path of the URL, with its query' },
  listen: { type: 'integer', min: 1, max: 65_535, ambient: false, help: 'its port, if it listens on several' },
  start: { type: 'integer', min: 1, max: 3600, default: 10, ambient: false, help: 'seconds until it has to listen' }
}

/** @type {Record<string, Flag>} */
const requestFlags = {
  method: { type: 'string', ambient: false, help: 'HTTP method [GET]' },
  body: { type: 'string', ambient: false, help: 'request body: a text, or @file' },
  header: { type: 'string', ambient: false, help: 'request header as "name: value"; more on lines of their own' }
}

/**
 * The targets that a command line asks for: those named, or the reader's own, or the default ones.
 * @type {(names: string[], values: Record<string, any>, defaults?: string[]) => import('./targets').Target[]}
 */
function targetsFromFlags (names, values, defaults = []) {
  const { app, in: folder, path, listen, start } = values
  if (path && !path.startsWith('/')) throw new UsageError(`URLPATH must begin with a slash, not "${path}"`)
  if (path?.includes('\\')) throw new UsageError(`URLPATH must not have a backslash: write %5C in "${path}"`)
  const asked = [...names, ...(app ? [app] : [])]
  if (!asked.length && !defaults.length) {
    throw new UsageError('No target given. Name a stage, or use APP=../shop/server.js')
  }
  return (asked.length ? asked : defaults).map((text) => findTarget(text, { in: folder, path, listen, start }))
}

/** @typedef {Pick<import('./load').Load, 'method'|'headers'|'body'> & {path?: string}} Request `path`: if given */

/** @type {(values: Record<string, any>) => Request} throws a UsageError, or a UserError if the file is not readable */
function requestFromFlags ({ path, method, body, header }) {
  const headers = (header ?? '').split('\n').filter((/** @type {string} */ line) => line.trim()).map(readHeader)
  return {
    ...(path && { path }),
    ...(method && { method: method.toUpperCase() }),
    ...(headers.length && { headers: Object.fromEntries(headers) }),
    ...(body && { body: body.startsWith('@') ? readBody(body.slice(1)) : body })
  }
}

/** @param {string} line */
function readHeader (line) {
  const [, name, value] = line.match(/^\s*([^\s:]+)\s*:\s*(.*?)\s*$/) ?? []
  if (!name) throw new UsageError(`HEADER must be "name: value", not "${line}"`)
  return [name, value]
}

/** @param {string} file */
function readBody (file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (err) {
    throw new UserError(`BODY=@${file} cannot be read: ${/** @type {NodeJS.ErrnoException} */ (err).code}`)
  }
}

module.exports = { requestFlags, requestFromFlags, targetFlags, targetsFromFlags }
