'use strict'

// The watchdog outlives the harness just long enough to end its child processes and remove its
// temporary folders, even after a SIGKILL: a server whose event loop is blocked cannot notice that
// the harness has died. A line of its input is "+subject" for a pid or a folder that is to end with
// the harness, or "-subject" for one that has ended. The input ends with the harness. An inspector
// is "inspector:pid:ports", with the ports of the process that are something else.

const fs = require('node:fs')
const path = require('node:path')
const { createInterface } = require('node:readline')
const { killGroup } = require('./process')

const DELAY = 100 // ms for killed processes to close their files
/** @type {Set<string>} */
const subjects = new Set()

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const subject = line.slice(1)
    if (line.startsWith('+')) subjects.add(subject)
    else subjects.delete(subject)
  })
  .on('close', () => {
    for (const subject of subjects) {
      if (path.isAbsolute(subject)) setTimeout(removeFolder, DELAY, subject)
      else if (subject.startsWith('inspector:')) close(subject)
      else killGroup(Number(subject))
    }
  })

/** @param {string} folder */
function removeFolder (folder) {
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** @param {string} inspector */
function close (inspector) {
  const { closeInspector } = require('./inspector')
  const [, pid, ports] = inspector.split(':')
  closeInspector(Number(pid), ports.split(',').map(Number)).catch(() => {}) // the process has ended
}
