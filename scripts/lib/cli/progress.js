'use strict'

const ProgressBar = require('progress')

const STEPS = 1000

/**
 * A progress bar with the time left, if the stream is a terminal.
 *
 * @param {string} label
 * @param {NodeJS.WriteStream} stream
 * @returns {{update: (share: number) => void, end: () => void}} `share` of the work that is done, 0 to 1
 */
function progressBar (label, stream) {
  if (!stream.isTTY) return { update () {}, end () {} }
  const begun = Date.now()
  const format = `${label} [:bar] :percent, :left`
  const bar = new ProgressBar(format, { stream, total: STEPS, width: 30, clear: true, incomplete: ' ' })
  return {
    update: (share) => bar.update(share, { left: timeLeft(Date.now() - begun, share) }),
    end: () => bar.terminate()
  }
}

/** @type {<T>(label: string, work: (update: (share: number) => void) => Promise<T>) => Promise<T>} */
async function withProgressBar (label, work) {
  const bar = progressBar(label, process.stderr)
  try {
    return await work(bar.update)
  } finally {
    bar.end()
  }
}

/** @type {(elapsed: number, share: number) => string} */
function timeLeft (elapsed, share) {
  if (share === 0) return 'time left unknown yet'
  const seconds = Math.round(elapsed * (1 / share - 1) / 1000)
  return seconds < 60 ? `${seconds} s left` : `${Math.floor(seconds / 60)} min ${seconds % 60} s left`
}

module.exports = { progressBar, withProgressBar }
