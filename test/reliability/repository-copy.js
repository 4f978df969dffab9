'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { runProcess } = require('../../scripts/lib/system/process')
const { ROOT } = require('../../scripts/lib/system/root')
const { copyTrackedFiles } = require('../../scripts/lib/system/tracked-files')
const { temporaryFolder } = require('../../scripts/lib/system/watchdog')

/** `use` gets the folder of a working copy of the repository, which it may break, fill up, or crash. */
async function withRepositoryCopy (signal, use, prefix = 'keeping-node-fast-') {
  const { folder: project, remove } = temporaryFolder(path.join(os.tmpdir(), prefix))
  try {
    await copyTrackedFiles(project, signal)
    await runProcess(['git', 'init', '--quiet'], { cwd: project, signal })
    await runProcess(['git', 'add', '--all', '--force'], { cwd: project, signal })
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction')
    return await use(project)
  } finally {
    remove()
  }
}

module.exports = { withRepositoryCopy }
