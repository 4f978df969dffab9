'use strict'

const fs = require('node:fs')

/** All processes that this user may read: on Linux, and without those that are ending. */
function listProcesses () {
  const processes = []
  const names = process.platform === 'linux' ? fs.readdirSync('/proc') : []
  for (const pid of names.filter((name) => /^\d+$/.test(name)).map(Number)) {
    const read = (file) => fs.readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ')
    try {
      const cwd = fs.readlinkSync(`/proc/${pid}/cwd`)
      const line = read('cmdline')
      if (line) processes.push({ pid, cwd, line, env: read('environ') })
    } catch {} // it has ended
  }
  return processes
}

module.exports = { listProcesses }
