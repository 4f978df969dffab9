'use strict'

// Profiles a contender as the commands do, and tells whose frames are whose.

require('./untapped')
const fs = require('node:fs')
const path = require('node:path')
const { find } = require('../../scripts/lib/contenders')
const { area } = require('../../scripts/lib/frames')
const profilers = require('../../scripts/lib/profilers')

/** The line of the after listener in util.js. */
const lines = ['slow', 'fast'].map((name) => {
  const source = fs.readFileSync(path.join(path.dirname(find(name).file), 'util.js'), 'utf8').split('\n')
  return source.findIndex((line) => line.includes("server.on('after'")) + 1
})

/** @returns {Promise<import('../../scripts/lib/profilers').Profile>} */
const profile = (t, tool, contender, duration = 5) =>
  profilers[tool].profile(contender, { load: { connections: 10, duration }, folder: t.testdir({}) })

const isListener = (contender) => ({ frame }) => frame.file === path.join(path.dirname(contender.file), 'util.js') && lines.includes(frame.line)
const isOwn = (contender) => ({ frame }) => area(frame, path.dirname(contender.file)) === 'this stage'
const place = ({ frame: { name, file, line } }) => `${name} ${file}:${line}`

module.exports = { isListener, isOwn, place, profile }
