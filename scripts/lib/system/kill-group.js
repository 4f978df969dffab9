'use strict'

/** @type {(pid: number, name?: NodeJS.Signals) => void} sends a signal to a process and to all that it has started */
function killGroup (pid, name = 'SIGKILL') {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, name)
  } catch {} // it has already ended
}

module.exports = { killGroup }
