'use strict'

// The watchdog outlives the harness just long enough to end what it has started, even after a
// SIGKILL, which a blocked server cannot notice. A line of its input is "+subject" for what is to
// end with the harness, or "-subject" for what has ended: the pid of a process group's leader, a
// folder, or "inspector:pid:port".

const fs = require('node:fs')
const path = require('node:path')
const { createInterface } = require('node:readline')
const { killGroup } = require('./process')
const { REMOVE } = require('./watchdog')

const DELAY = 100 // ms for killed processes to close their files
const OPEN_LIMIT = 10_000 // ms
const subjects = new Set()

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const subject = line.slice(1)
    if (line.startsWith('+')) subjects.add(subject)
    else subjects.delete(subject)
  })
  .on('close', () => {
    for (const subject of subjects) end(subject)
  })

function end (subject) {
  if (subject.startsWith('inspector:')) {
    closeInspector(subject).catch(() => {})
  } else if (path.isAbsolute(subject)) {
    setTimeout(fs.rmSync, DELAY, subject, REMOVE)
  } else {
    killGroup(Number(subject), 'SIGKILL')
  }
}

// The process may not have opened it yet.
async function closeInspector (subject) {
  const { waitForInspector } = require('./inspector')
  const [, pid, port] = subject.split(':')
  const inspector = await waitForInspector(Number(pid), Number(port), OPEN_LIMIT)
  await inspector?.close()
}
