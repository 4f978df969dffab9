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
  /** @param {Hot} hot */
  const row = ({ frame, share }) => {
    const { name, file, line } = frame
    const place = file && `${path.isAbsolute(file) ? path.relative(root, file) : file}:${line}`
    return [name, all ? `${percent(share)} (${bytes(share * all)})` : percent(share), place, frameOwner(frame)]
  }
  /** @param {string} title @param {Hot[]} hot */
  const section = (title, hot, count = 5) => {
    const rows = hot.slice(0, count).map(row)
    return terminalTable([title, 'share', 'where', 'whose'], rows, paint, ['left', 'right', 'left', 'left'])
  }
  if (!total) return section('allocated here', self)
  const own = total.filter(({ frame }) => frameOwner(frame) === 'this stage')
  const tables = [section('by self time', self), section('by total time', total)]
  return [...tables, ...(own.length ? [section('this stage by total time', own, 3)] : [])].join('\n')
}

module.exports = { framesTable }
