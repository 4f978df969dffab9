'use strict'

const ProgressBar = require('progress')

const STEPS = 1000

/**
 * Draws a progress bar while work goes on, if stderr is a terminal. `share` goes from 0 to 1.
 * @type {<T>(label: string, work: (update: (share: number) => void) => Promise<T>) => Promise<T>}
 */
async function withProgressBar (label, work) {
  const stream = process.stderr
  if (!stream.isTTY) return await work(() => {})
  const begun = Date.now()
  const format = `${label} [:bar] :percent, :left`
  const options = { stream, total: STEPS, width: 30, clear: true, incomplete: ' ' }
  const bar = new ProgressBar(format, options)
  try {
    return await work((share) => bar.update(share, { left: timeLeft(Date.now() - begun, share) }))
  } finally {
    bar.terminate()
  }
}

/** @param {number} elapsed In ms. @param {number} share */
function timeLeft (elapsed, share) {
  if (share === 0) return 'time left unknown yet'
  const seconds = Math.round(elapsed * (1 / share - 1) / 1000)
  if (seconds < 60) return `${seconds} s left`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s left`
}

module.exports = { withProgressBar }
