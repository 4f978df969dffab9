'use strict'

const { fileURLToPath } = require('node:url')

const LOCATION = /[ (]((?:file:|\/|[A-Za-z]:[\\/])[^()]*:\d+):\d+\)?$/ // without the column

/** @returns {string} `file:line` of the caller: not Node.js, nor a package, nor this folder */
function callerLocation () {
  let stack = ''
  try {
    stack = String(new Error().stack)
  } catch {} // of Error.prepareStackTrace, which may also give something else than a string
  let inPackage = ''
  for (const frame of stack.split('\n').slice(1)) {
    const match = frame.match(LOCATION)
    if (!match) continue
    const location = match[1].startsWith('file:') ? fileURLToPath(match[1]) : match[1]
    if (location.startsWith(__dirname)) continue
    if (!location.includes('node_modules')) return location
    inPackage ||= location
  }
  return inPackage
}

module.exports = { callerLocation }
