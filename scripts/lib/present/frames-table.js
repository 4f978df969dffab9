'use strict'

// The hottest functions of a profile as tables for the terminal.

const path = require('node:path')
const { bytes, percent } = require('../base/format')
const { frameOwner } = require('../profiling/frames')
const { terminalTable } = require('./table')

/** @typedef {import('../profiling/frames').HotFrame} Hot */
/** @typedef {{frames: {self: Hot[], total?: Hot[]}, bytes?: number}} Profile */

// Five frames by self time, five by total time, and three of the server's own. Paths are relative to `root`.
/** @type {(profile: Profile, root: string, paint: import('./table').Paint) => string} */
function framesTable ({ frames: { self, total }, bytes: all }, root, paint) {
  /** @type {(title: string, hot: Hot[], count?: number) => string} */
  const section = (title, hot, count = 5) => {
    const rows = hot.slice(0, count).map(({ frame, share }) => {
      const owner = frameOwner(frame).replace(/^dependency /, '') // the name of the package
      const amount = all ? `${percent(share)} (${bytes(share * all)})` : percent(share)
      return [frame.name, amount, placeOf(frame, root), owner]
    })
    return terminalTable({ head: [title, 'share', 'where', 'whose'], rows }, paint, ['left', 'right', 'left', 'left'])
  }
  if (!total) return section('allocated here', self)
  const own = total.filter(({ frame }) => frameOwner(frame) === 'your code')
  const tables = [section('by self time', self), section('by total time', total)]
  return [...tables, ...(own.length ? [section('your code by total time', own, 3)] : [])].join('\n')
}

/**
 * @type {(frame: import('../profiling/frames').Frame, root: string) => string} short: a package is found by its name
 */
function placeOf ({ file, line }, root) {
  if (!file) return ''
  const location = path.isAbsolute(file) ? path.relative(root, file) : file
  return `${location.replace(/^.*node_modules[\\/]/, '')}:${line}`
}

/** @type {(parts: import('../profiling/breakdown').PartShare[], paint: import('./table').Paint) => string} */
const partsTable = (parts, paint) => terminalTable({
  head: ['CPU time under load', 'share'],
  rows: parts.map(({ part, share }) => [part, percent(share)])
}, paint)

module.exports = { framesTable, partsTable }
