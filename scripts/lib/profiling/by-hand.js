'use strict'

// The commands that do the same without this harness, to paste into a shell.

const path = require('node:path')

/** @typedef {import('../measure/targets').Target} Target */
/** @typedef {Omit<import('../measure/load').Load, 'url'>} Load */

const PORT = 3000
// Node.js writes a profile when it exits, but not when a signal kills it.
const EXIT_ON_SIGTERM = "--import 'data:text/javascript,process.on(\"SIGTERM\",()=>process.exit())'"

/** @param {string} word */
const quote = (word) => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** @type {(load: Load, url: string) => string} */
const autocannon = ({ connections, duration, pipelining = 1, rate, workers, method, headers = {}, body }, url) => [
  'npx autocannon', `-c ${connections}`, `-d ${duration}`,
  pipelining > 1 && `-p ${pipelining}`,
  rate && `-R ${rate}`,
  workers && `-w ${workers}`,
  method && `-m ${method}`,
  ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
  body && `-b ${quote(body)}`,
  url
].filter(Boolean).join(' ')

/** @type {(target: Target, port?: string) => string} */
const urlOf = ({ path = '/' }, port = String(PORT)) => `http://127.0.0.1:${port}${path}`

/** @type {(target: Target, ...flags: string[]) => string} the server's own command */
function serverCommand ({ file, command, cwd, node = 'node' }, ...flags) {
  const folder = cwd ?? path.dirname(file)
  const start = command ?? [node === process.execPath ? 'node' : node, ...flags, quote(path.relative(folder, file))].join(' ')
  return { folder: path.relative('', folder) || '.', start }
}

module.exports = { autocannon, quote, serverCommand, urlOf, EXIT_ON_SIGTERM, PORT }
