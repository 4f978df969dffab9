'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { runProcess } = require('./process')
const { ROOT } = require('./root')

/** @type {(folder: string, signal?: AbortSignal) => Promise<void>} rejects with a UserError outside of a git clone */
async function copyTrackedFiles (folder, signal) {
  const { code, stdout, stderr } = await runProcess(['git', 'ls-files', '-z'], { cwd: ROOT, signal, mayFail: true })
  if (code !== 0) throw new UserError(`git cannot list the project's files: ${stderr.trim()}. Run this in a git clone`)
  for (const name of stdout.split('\0').filter(Boolean)) {
    if (fs.existsSync(path.join(ROOT, name))) fs.cpSync(path.join(ROOT, name), path.join(folder, name))
  }
}

module.exports = { copyTrackedFiles }
