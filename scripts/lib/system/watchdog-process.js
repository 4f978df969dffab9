'use strict'

// The watchdog outlives the harness just long enough to end its child processes and remove its
// temporary folders, even after a SIGKILL: a server whose event loop is blocked cannot notice that
// the harness has died. It reads one message a line: "+pid" a process has started, "-pid" it has
// ended, ">folder" a temporary folder was made, "<folder" it is removed. The end of its input is
// the end of the harness.

const fs = require('node:fs')
const { createInterface } = require('node:readline')
const { killGroup } = require('./kill-group')

const DELAY = 100 // ms for killed processes to close their files
/** @type {Set<number>} */
const running = new Set()
/** @type {Set<string>} */
const temporary = new Set()

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const sign = line[0]
    const subject = line.slice(1)
    if (sign === '+') running.add(Number(subject))
    if (sign === '-') running.delete(Number(subject))
    if (sign === '>') temporary.add(subject)
    if (sign === '<') temporary.delete(subject)
  })
  .on('close', () => {
    for (const pid of running) killGroup(pid)
    if (temporary.size) setTimeout(removeFolders, DELAY)
  })

function removeFolders () {
  for (const folder of temporary) {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
