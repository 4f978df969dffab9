'use strict'

const { fileURLToPath } = require('node:url')

/** @returns {string} `file:line` of the nearest caller outside Node.js, packages and this folder; '' without one */
function callerPlace () {
  const frames = String(new Error().stack).split('\n').slice(1) // a program can make it something else than a string
    .map((line) => line.match(/[ (]((?:file:|\/|[A-Za-z]:[\\/])[^()]*:\d+):\d+\)?$/)?.[1] ?? '')
    .map((place) => place.startsWith('file:') ? fileURLToPath(place) : place)
    .filter((place) => place && !place.startsWith(__dirname))
  return frames.find((place) => !place.includes('node_modules')) ?? frames[0] ?? ''
}

module.exports = { callerPlace }
