'use strict'

const os = require('node:os')

/**
 * @typedef {object} Environment
 * @property {string} node version
 * @property {string} platform
 * @property {{model: string, count: number}} cpu `count`: CPUs that this process may use
 * @property {number} loadAverage over the minute before (always 0 on Windows)
 */

/** @type {() => Environment} as it is now */
const environment = () => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: { model: os.cpus()[0]?.model.trim() ?? 'unknown', count: os.availableParallelism() },
  loadAverage: os.loadavg()[0]
})

module.exports = { environment }
