'use strict'

/** @returns {string} `file:line` of the nearest caller outside Node.js, packages and this folder; '' without one */
function callerPlace () {
  const frames = (new Error().stack ?? '').split('\n').slice(1)
    .map((line) => line.match(/((?:file:|\/|[A-Za-z]:[\\/])[^()]*:\d+):\d+\)?$/)?.[1] ?? '')
    .filter((file) => file && !file.includes(__dirname))
  return frames.find((file) => !file.includes('node_modules')) ?? frames[0] ?? ''
}

module.exports = { callerPlace }
