'use strict'

// Runs one of Clinic's tools on a target, under the same load as the other commands.

const fs = require('node:fs')
const path = require('node:path')
const { UserError, lastLines } = require('../base/errors')
const { ensureInstalled } = require('../base/optional-package')
const { LOOPBACK } = require('../system/network')
const { runProcess } = require('../system/process')
const { findNodeCommand } = require('./profiled-server')

const QUIET = { NO_INSIGHT: '1', NO_UPDATE_NOTIFIER: '1' }
const CHANGE_FOLDER = path.join(__dirname, '../preload/change-folder.js')
const LOAD_PROCESS = path.join(__dirname, '../measure/load-process.js')

/** @typedef {import('../measure/targets').Target} Target */

/**
 * @type {(tool: string, target: Target, options: import('.').ProfileOptions) => Promise<{page: string, data: string}>}
 *   paths of its HTML page and of its raw data (a file or a folder); a UserError if it leaves no report
 */
async function runClinic (tool, target, { load, folder, signal }) {
  ensureInstalled('clinic')
  const name = target.name.replace('/', '-')
  const { flags = [], file, args = [], cwd, url, listen } = await findNodeCommand(target, `clinic ${tool}`, signal)
  const settings = JSON.stringify({ ...load, url, listen })
  const { NODE_OPTIONS = '' } = process.env
  const nodeOptions = [
    `--trace-event-file-pattern=${folder}/node_trace.\${rotation}.log`, // Doctor's; opened after the change of folder
    `--require=${CHANGE_FOLDER}`
  ].map((flag) => JSON.stringify(flag)).join(' ')
  const { code, stdout, stderr } = await runProcess([
    process.execPath, require.resolve('clinic/bin.js'), tool, '--open=false', '--dest', folder, '--name', name,
    '--on-port', `"${process.execPath}" "${LOAD_PROCESS}"`, '--',
    process.execPath, ...flags, file, ...args // Flame names the program after the folder of the first argument
  ], {
    cwd: folder, // V8 writes its logs there
    env: {
      ...process.env,
      ...target.env,
      ...QUIET,
      HOST: LOOPBACK,
      PORT: String(listen ?? 0),
      NODE_OPTIONS: `${NODE_OPTIONS} ${nodeOptions}`.trim(),
      TARGET_FILE: file,
      TARGET_FOLDER: cwd,
      LOAD: settings
    },
    signal,
    mayFail: true
  })
  const data = path.join(folder, `${name}.clinic-${tool}`)
  const page = `${data}.html`
  if (code === 0 && fs.existsSync(page)) return { page, data }
  const output = lastLines(stdout + stderr)
  throw new UserError(`clinic ${tool} wrote no report on ${target.name} (exit code ${code}). Its output:\n${output}`)
}

module.exports = { runClinic }
