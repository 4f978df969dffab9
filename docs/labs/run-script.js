'use strict'

// Runs a script that measures itself and prints its figures as JSON.

const path = require('node:path')
const { runProcess } = require('../../scripts/lib/server/process')

/** `measure` of a part whose targets are such scripts. */
async function runScript ({ file, node = process.execPath, flags = [], env }, load, { signal }) {
  const options = { cwd: path.dirname(file), env: { ...process.env, ...env }, signal }
  const { stdout } = await runProcess([node, ...flags, file], options)
  return JSON.parse(stdout)
}

module.exports = { runScript }
