'use strict'

// Where something was measured.

const os = require('node:os')

/**
 * @typedef {object} Environment
 * @property {string} node version
 * @property {string} platform
 * @property {{model: string, count: number}} cpu
 * @property {number} loadAverage over the minute before (0 on Windows, which has none)
 */

/** @returns {Environment} as it is now */
function environment () {
  const cpus = os.cpus()
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: { model: cpus[0]?.model.trim() ?? 'unknown', count: cpus.length },
    loadAverage: os.loadavg()[0]
  }
}

module.exports = { environment }
