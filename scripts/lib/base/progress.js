'use strict'

const ProgressBar = require('progress')

const STEPS = 1000

/** @type {<T>(label: string, work: (update: (share: number) => void) => Promise<T>) => Promise<T>} `share`: 0 to 1 */
async function withProgressBar (label, work) {
  const stream = process.stderr
  if (!stream.isTTY) return await work(() => {})
  const begun = Date.now()
  const format = `${label} [:bar] :percent, :left`
  const bar = new ProgressBar(format, { stream, total: STEPS, width: 30, clear: true, incomplete: ' ' })
  try {
    return await work((share) => bar.update(share, { left: timeLeft(Date.now() - begun, share) }))
  } finally {
    bar.terminate()
  }
}

/** @type {(elapsed: number, share: number) => string} */
function timeLeft (elapsed, share) {
  if (share === 0) return 'time left unknown yet'
  const seconds = Math.round(elapsed * (1 / share - 1) / 1000)
  return seconds < 60 ? `${seconds} s left` : `${Math.floor(seconds / 60)} min ${seconds % 60} s left`
}

module.exports = { withProgressBar }
