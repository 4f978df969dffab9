'use strict'

// Runs one of Clinic's tools on a target, with the same load as everywhere.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const { join } = require('node:path')
const { UserError, lastLines } = require('../cli/errors')
const { watchChild } = require('../system/watchdog')
const { LOOPBACK } = require('../system/network')
const { startServer } = require('../measure/server')

const CLINIC = require.resolve('clinic/bin.js')
const FIRE = join(__dirname, '../measure/load-process.js')

/**
 * @param {'doctor'|'flame'|'heapprofiler'} tool
 * @param {import('../measure/targets').Target} target
 * @param {object} options
 * @param {import('../measure/load').Load} options.load without the URL
 * @param {string} options.folder an empty one, for the tool's files
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<{page: string, data: string}>} paths of its HTML page and of its raw data, a file or a folder
 * @throws {UserError} when the tool fails or leaves no report
 */
async function runClinic (tool, target, { load, folder, signal }) {
  const name = target.name.replace('/', '-')
  const path = await announced(target, signal)
  const child = spawn(process.execPath, [
    CLINIC, tool, '--open=false', '--dest', folder, '--name', name,
    '--on-port', `"${process.execPath}" "${FIRE}"`, '--', process.execPath, target.file
  ], {
    cwd: folder, // where V8 writes its logs
    env: { ...process.env, HOST: LOOPBACK, PORT: '0', LOAD: JSON.stringify({ ...load, path }), NO_INSIGHT: '1', NO_UPDATE_NOTIFIER: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32', // as a group, so that its server ends with it
    windowsHide: true
  })
  watchChild(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { output += chunk })

  const kill = () => process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  signal?.addEventListener('abort', kill)
  try {
    const [code] = await once(child, 'close') // of all its group: they share its pipes
    signal?.throwIfAborted()
    const data = join(folder, `${name}.clinic-${tool}`)
    const page = `${data}.html`
    if (code !== 0 || !fs.existsSync(page)) throw new UserError(`clinic ${tool} made no report of ${target.name} (exit code ${code}). Its last words:\n${lastLines(output)}`)
    return { page, data }
  } finally {
    signal?.removeEventListener('abort', kill)
  }
}

/** The path, with its query, of the URL that a server says it listens on. */
async function announced (target, signal) {
  const server = await startServer(target, { signal })
  await server.stop()
  const { pathname, search } = new URL(server.url)
  return pathname + search
}

module.exports = { runClinic }
