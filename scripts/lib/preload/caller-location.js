'use strict'

const { fileURLToPath } = require('node:url')

/** @returns {string} `file:line` of the nearest caller outside Node.js, packages and this folder; '' without one */
function callerLocation () {
  const frames = String(new Error().stack).split('\n').slice(1) // a program can make it something else than a string
    .map((line) => line.match(/[ (]((?:file:|\/|[A-Za-z]:[\\/])[^()]*:\d+):\d+\)?$/)?.[1] ?? '')
    .map((location) => location.startsWith('file:') ? fileURLToPath(location) : location)
    .filter((location) => location && !location.startsWith(__dirname))
  return frames.find((location) => !location.includes('node_modules')) ?? frames[0] ?? ''
}

module.exports = { callerLocation }
