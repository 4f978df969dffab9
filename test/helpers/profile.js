'use strict'

// Profiles a target as the command does, and finds the listener and the stage's own code among the
// frames.

require('./without-tap-loader')
const fs = require('node:fs')
const path = require('node:path')
const { frameOwner } = require('../../scripts/lib/profiling/frames')
const { profilers } = require('../../scripts/lib/profiling/profilers')

const profile = (t, tool, target, { duration = 5 } = {}) =>
  profilers[tool](target, {
    load: { connections: 10, duration },
    folder: t.testdir({})
  })

/** Whether a frame is the after listener of slow or fast. */
function isListener ({ frame: { file, line } }) {
  if (!/(slow|fast).util\.js$/.test(file)) return false
  return fs.readFileSync(file, 'utf8').split('\n')[line - 1].includes("server.on('after'")
}

const isOwn = ({ frame }) => frameOwner(frame) === 'your code'
const formatFrame = ({ frame: { name, file, line } }) => `${name} ${path.basename(file)}:${line}`

module.exports = { isListener, isOwn, formatFrame, profile }
