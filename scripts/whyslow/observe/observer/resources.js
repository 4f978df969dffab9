'use strict'

// The memory and the files that the process uses, and the time that it waits for a core.

const { readdirSync, readFileSync, statSync } = require('node:fs')
const { getHeapStatistics } = require('node:v8')
const { addState } = require('./intervals')

const OPEN_FILES = '/proc/self/fd'
const limits = readText('/proc/self/limits') // now: later, no descriptor may be free
const fileLimit = Number(limits.match(/Max open files +(\d+)/)?.[1] ?? 0) // 0 if it is not known
let files = 0
let waited = 0 // ms for a core, until the last call

/** @param {string} file @returns {string} '' if it cannot be read */
function readText (file) {
  try {
    return readFileSync(file, 'utf8') // another encoding calls openSync, which may be traced
  } catch {
    return ''
  }
}

function countFiles () {
  try {
    files = statSync(OPEN_FILES).size || readdirSync(OPEN_FILES).length - 1
  } catch {} // none is free
  return files
}

function bytesInUse () {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}

// ms since the last call in which this thread had work, but no core (Linux)
function waitForCore () {
  const [, total] = readText('/proc/self/schedstat').split(' ') // ns
  if (!total) return 0
  const more = Number(total) / 1e6 - waited
  waited += more
  return more
}

addState(() => ({ heap: bytesInUse(), files: countFiles(), fileLimit }))

module.exports = { bytesInUse, countFiles, fileLimit, readText, waitForCore }
