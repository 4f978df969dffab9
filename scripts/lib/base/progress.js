'use strict'

const ProgressBar = require('progress')

/**
 * Draws a progress bar while work goes on, if stderr is a terminal; `share` is 0 to 1.
 * @type {<T>(label: string, work: (update: (share: number) => void) => Promise<T>) => Promise<T>}
 */
async function withProgressBar (label, work) {
  const options = { total: 1000, width: 30, clear: true, incomplete: ' ' }
  const bar = new ProgressBar(`${label} [:bar] :percent`, options)
  try {
    return await work((share) => bar.update(share))
  } finally {
    bar.terminate()
  }
}

module.exports = { withProgressBar }
