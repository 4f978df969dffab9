'use strict'

// Runs one of Clinic's tools on a target, under the same load as the other commands.

const fs = require('node:fs')
const path = require('node:path')
const { UserError, lastLines } = require('../cli/errors')
const { LOOPBACK } = require('../system/network')
const { runProcess } = require('../system/process')
const { startServer } = require('../measure/server')

const CLINIC = require.resolve('clinic/bin.js')
const LOAD_PROCESS = path.join(__dirname, '../measure/load-process.js')

/** @typedef {import('../measure/targets').Target} Target */

/**
 * @type {(tool: string, target: Target, options: import('.').ProfileOptions) => Promise<{page: string, data: string}>}
 *   paths of its HTML page and of its raw data (a file or a folder); a UserError if it leaves no report
 */
async function runClinic (tool, target, { load, folder, signal }) {
  const name = target.name.replace('/', '-')
  const settings = JSON.stringify({ ...load, path: await urlPath(target, signal) })
  const { code, stdout, stderr } = await runProcess([
    process.execPath, CLINIC, tool, '--open=false', '--dest', folder, '--name', name,
    '--on-port', `"${process.execPath}" "${LOAD_PROCESS}"`, '--', process.execPath, target.file
  ], {
    cwd: folder, // V8 writes its logs there
    env: { ...process.env, HOST: LOOPBACK, PORT: '0', LOAD: settings, NO_INSIGHT: '1', NO_UPDATE_NOTIFIER: '1' },
    signal,
    mayFail: true
  })
  const data = path.join(folder, `${name}.clinic-${tool}`)
  const page = `${data}.html`
  if (code === 0 && fs.existsSync(page)) return { page, data }
  const output = lastLines(stdout + stderr)
  throw new UserError(`clinic ${tool} wrote no report on ${target.name} (exit code ${code}). Its output:\n${output}`)
}

/** @type {(target: Target, signal?: AbortSignal) => Promise<string>} path and query of the URL that it prints */
async function urlPath (target, signal) {
  const server = await startServer(target, { signal })
  await server.stop()
  const { pathname, search } = new URL(server.url)
  return pathname + search
}

module.exports = { runClinic }
