'use strict'

// A process beside the harness that outlives it only to end what it left running.
// A blocked event loop cannot notice that its parent is gone; this process can, even after a SIGKILL.
// Input: a line "+pid" for a server started, "-pid" for one that has ended. The end of input is the harness's end.

const { createInterface } = require('node:readline')

const running = new Set()

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const pid = Number(line.slice(1))
    if (line.startsWith('+')) running.add(pid)
    else running.delete(pid)
  })
  .on('close', () => running.forEach(end))

function end (pid) {
  try {
    // On POSIX each leads a process group of its own; what it started goes with it.
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {} // it has ended by itself
}
