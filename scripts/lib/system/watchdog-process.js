'use strict'

// A process beside the harness that outlives it only to end what it left running, and to remove what it left lying.
// A blocked event loop cannot notice that its parent is gone; this process can, even after a SIGKILL.
// Input: a line "+pid" for a server started, "-pid" for one that has ended; ">folder" for one that is to go away, "<folder" when
// it has. The end of input is the harness's end.

const fs = require('node:fs')
const { createInterface } = require('node:readline')

const SOON = 100 // ms for what was killed to have closed its files
const running = new Set()
const temporary = new Set()

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [sign, subject] = [line[0], line.slice(1)]
    if (sign === '+') running.add(Number(subject))
    if (sign === '-') running.delete(Number(subject))
    if (sign === '>') temporary.add(subject)
    if (sign === '<') temporary.delete(subject)
  })
  .on('close', () => {
    running.forEach(end)
    if (temporary.size) setTimeout(() => temporary.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })), SOON)
  })

function end (pid) {
  try {
    // On POSIX each leads a process group of its own; what it started goes with it.
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {} // it has ended by itself
}
