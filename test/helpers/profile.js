'use strict'

// Profiles a target as the command does, and finds the listener and the stage's own code among the
// frames.

require('./without-tap-loader')
const fs = require('node:fs')
const path = require('node:path')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { frameOwner } = require('../../scripts/lib/profiling/frames')
const profilers = require('../../scripts/lib/profiling/profilers')

/** The line of the after listener in util.js of slow and of fast. */
const lines = ['slow', 'fast'].map((name) => {
  const source = fs
    .readFileSync(path.join(path.dirname(findTarget(name).file), 'util.js'), 'utf8')
    .split('\n')
  return source.findIndex((line) => line.includes("server.on('after'")) + 1
})

const profile = (t, tool, target, { duration = 5, unmute } = {}) =>
  profilers[tool].profile(target, {
    load: { connections: 10, duration },
    folder: t.testdir({}),
    unmute
  })

const isListener = (target) => ({ frame }) =>
  frame.file === path.join(path.dirname(target.file), 'util.js') && lines.includes(frame.line)
const isOwn = ({ frame }) => frameOwner(frame) === 'your code'
const formatFrame = ({ frame: { name, file, line } }) => `${name} ${file}:${line}`

module.exports = { isListener, isOwn, formatFrame, profile }
