'use strict'

// The settings of a load: as flags, in words, and as the commands that do the same by hand.

/** @import { Load, LoadByHand, Request, Settings, Target } from './types' */

const path = require('node:path')
const { UsageError } = require('../cli/errors')
const { integer } = require('../cli/flags')
const { number } = require('../cli/format')

const SAFE_WORD = /^[\w@%+=:,./-]+$/
const WORDS = /(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g // of a shell's command
const LINE = 78 // columns, and a backslash

const loadFlags = {
  connections: integer(1, 10_000, 'connections at once', 100),
  duration: integer(1, 3600, 'seconds of load that are measured', 10),
  warmup: integer(0, 600, 'seconds of load before that (1; slow and exercise 0)'),
  rate: integer(0, 1_000_000, 'constant req/s in total; 0: no limit', 0)
}

/**
 * @param {Settings} values of the flags
 * @throws {UsageError} On a rate that the load generator would change without a word.
 */
function loadFromFlags ({ connections, duration, warmup, rate }) {
  if (rate && rate < connections) {
    const problem = 'would leave some connections without a request: lower one or raise the other'
    throw new UsageError(`RATE=${rate} with CONNECTIONS=${connections} ${problem}`)
  }
  return { connections, duration, warmup, rate }
}

/** @param {Request} request @returns {string[]} what is asked for, if the reader chose it */
function describeRequest ({ path: urlPath, method, body, bodyFile }) {
  if (!urlPath && !method) return []
  const words = [method ?? 'GET']
  if (urlPath) words.push(urlPath)
  if (bodyFile) words.push(`with ${path.basename(bodyFile)}`)
  else if (body) words.push(`with ${number(body.length)} characters`)
  return [words.join(' ')]
}

/** @param {Omit<Load, 'url'>} load @returns {string} its settings */
function describeLoad ({ connections, duration, rate, ...request }) {
  const plural = connections > 1 ? 's' : ''
  const parts = describeRequest(request)
  parts.push(`${number(connections)} connection${plural} for ${duration} s`)
  if (rate) parts.push(`constant ${number(rate)} req/s`)
  return parts.join(', ')
}

/**
 * @param {Target} target
 * @param {Omit<Load, 'url'>} load
 * @param {string} [flags] for Node.js
 * @returns {string} the lines that start the server, and load it
 */
function commandByHand (target, load, flags) {
  const { listen: port = 3000 } = target
  return [
    'by hand, in two terminals:',
    breakCommand(`PORT=${port} ${serverByHand(target, flags)}`, target),
    breakCommand(loadByHand(target, load, port))
  ].join('\n')
}

/**
 * @param {string} command
 * @param {Pick<Target, 'cwd'>} [target] in whose folder it runs
 * @returns {string} in lines of a terminal, which a shell reads as one
 */
function breakCommand (command, { cwd = '' } = {}) {
  const folder = path.relative('', cwd)
  const enter = folder ? `cd ${quote(folder)} && ` : ''
  const [first, ...words] = (enter + command).match(WORDS) ?? []
  const lines = [`  ${first}`]
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`
    if (word !== '--' && line.length <= LINE) lines[lines.length - 1] = line
    else lines.push(`    ${word}`)
  }
  return lines.join(' \\\n')
}

/** @param {Target} target @param {string} [toolFlags] */
function serverByHand ({ file = '', flags = [], args = [], command, cwd = '' }, toolFlags = '') {
  if (command) return (toolFlags && `NODE_OPTIONS=${toolFlags}`) + withoutValues(command)
  const words = [...flags, path.relative(cwd, file), ...args]
  return `node ${toolFlags}${words.map(quote).join(' ')}`
}

/** @param {string} command @returns {string} `KEY=… node server.js`: a value may be a secret */
function withoutValues (command) {
  return command.replaceAll(/\b(\w+)=('[^']*'|"[^"]*"|\S+)/g, '$1=…')
}

/** @type {LoadByHand} */
function loadByHand (target, load, port) {
  const request = { path: target.path ?? '/', ...target.request }
  const { path: urlPath, method, headers = {}, body, bodyFile } = request
  const words = [`npx autocannon -c ${load.connections} -d ${load.duration}`]
  if (load.rate) words.push(`-R ${load.rate}`)
  if (method) words.push(`-m ${method}`)
  for (const [name, value] of Object.entries(headers)) {
    words.push(`-H ${quote(`${name}: ${value}`)}`)
  }
  if (bodyFile) words.push(`-i ${quote(bodyFile)}`)
  else if (body) words.push(`-b ${quote(String(body))}`)
  words.push(quote(`http://127.0.0.1:${port}${encode(urlPath)}`))
  return words.join(' ')
}

// What a shell would read.
/** @param {string} urlPath */
function encode (urlPath) {
  return urlPath.replaceAll(/["$\\`]/g, encodeURIComponent)
}

/** @param {string} word */
function quote (word) {
  return SAFE_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

module.exports = {
  breakCommand,
  commandByHand,
  describeLoad,
  describeRequest,
  loadByHand,
  loadFlags,
  loadFromFlags,
  quote,
  serverByHand,
  withoutValues
}
