'use strict'

/**
 * Sends a signal to a process and to all that it has started.
 * @param {number} pid
 * @param {NodeJS.Signals} [name]
 */
function killGroup (pid, name = 'SIGKILL') {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, name)
  } catch {} // it has already ended
}

module.exports = { killGroup }
