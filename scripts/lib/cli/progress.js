'use strict'

// A progress bar with the time left, where somebody watches.

const ProgressBar = require('progress')

const STEPS = 1000

/**
 * @param {string} what is going on
 * @param {import('node:tty').WriteStream} stream nothing is drawn where it is no terminal
 * @returns {{update: (share: number) => void, end: () => void}} `share` of the work that is done, 0 to 1
 */
function progressBar (what, stream) {
  if (!stream.isTTY) return { update () {}, end () {} }
  const begun = Date.now()
  const bar = new ProgressBar(`${what} [:bar] :percent, :left`, { stream, total: STEPS, width: 30, clear: true, incomplete: ' ' })
  return {
    update: (share) => bar.update(share, { left: left(Date.now() - begun, share) }),
    end: () => bar.terminate()
  }
}

function left (elapsed, share) {
  if (share === 0) return 'time left unknown yet'
  const seconds = Math.round(elapsed * (1 / share - 1) / 1000)
  return seconds < 60 ? `${seconds} s left` : `${Math.floor(seconds / 60)} min ${seconds % 60} s left`
}

module.exports = { progressBar }
