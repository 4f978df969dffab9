'use strict'

// The hottest functions of a profile as tables for the terminal.

const path = require('node:path')
const { bytes, percent } = require('../cli/format')
const { frameOwner } = require('../profiling/frames')
const { terminalTable } = require('./table')

/** @typedef {import('../profiling/frames').HotFrame} Hot */

/**
 * The hottest frames of a profile: five by self time, five by total time, and three of the stage's own.
 *
 * @param {{frames: {self: Hot[], total?: Hot[]}, bytes?: number}} profile
 * @param {string} root that paths are relative to
 * @param {import('./table').Paint} paint
 * @returns {string}
 */
function framesTable ({ frames: { self, total }, bytes: all }, root, paint) {
  const row = (/** @type {Hot} */ { frame, share }) => [
    frame.name,
    all ? `${percent(share)} (${bytes(share * all)})` : percent(share),
    place(frame, root),
    frameOwner(frame)
  ]
  const section = (/** @type {string} */ title, /** @type {Hot[]} */ hot, count = 5) =>
    terminalTable([title, 'share', 'where', 'whose'], hot.slice(0, count).map(row), paint, ['left', 'right', 'left', 'left'])
  if (!total) return section('allocated here', self)
  const own = total.filter(({ frame }) => frameOwner(frame) === 'this stage')
  return [
    section('by self time', self),
    section('by total time', total),
    ...(own.length ? [section('this stage by total time', own, 3)] : [])
  ].join('\n')
}

/** @param {import('../profiling/frames').Frame} frame @param {string} root */
function place ({ file, line }, root) {
  const shown = path.isAbsolute(file) ? path.relative(root, file) : file
  return file ? `${shown}:${line}` : ''
}

module.exports = { framesTable }
