'use strict'

/** @import { Part } from '../../types' */

// The memory and the files that the process uses, and the time that it waits for a core.
/** @type {Part} */
module.exports = (env, require) => {
  const { readdirSync, readFileSync, statSync } = require('node:fs')
  const { URL } = require('node:url')
  const { getHeapStatistics } = require('node:v8')
  const FREE_FILES = 16 // Node.js opens seven for its inspector, and aborts if it cannot
  const OPEN_FILES = '/proc/self/fd'
  let files = 0
  let waited = 0 // ms for a core, until the last call

  return {
    readText (file) {
      try {
        return readFileSync(file, 'utf8') // another encoding calls openSync, which may be traced
      } catch {
        return ''
      }
    },

    /** @returns {number} 0 if it is not known */
    readFileLimit () {
      return Number(env.readText('/proc/self/limits').match(/Max open files +(\d+)/)?.[1] ?? 0)
    },

    countFiles () {
      try {
        files = statSync(OPEN_FILES).size || readdirSync(OPEN_FILES).length - 1
      } catch {} // none is free
      return files
    },

    bytesInUse () {
      const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
      return heap + external
    },

    // ms since the last call in which this thread had work, but no core (Linux)
    waitForCore () {
      const [, total] = env.readText('/proc/self/schedstat').split(' ') // ns
      if (!total) return 0
      const more = Number(total) / 1e6 - waited
      waited += more
      return more
    },

    // Opens the inspector for this machine only.
    inspect () {
      const { fileLimit } = env
      if (fileLimit && fileLimit - env.countFiles() < FREE_FILES) return undefined
      const { open, url } = require('node:inspector')
      if (!url()) open(0, '127.0.0.1')
      const { hostname, port } = new URL(String(url()))
      return { host: hostname, port: Number(port) }
    }
  }
}
