'use strict'

const path = require('node:path')
const { frameOwner, isUserFrame } = require('whyslow/frames')
const { bytes, percent } = require('../cli/format')
const { terminalTable } = require('./table')

const PACKAGES = /^.*node_modules[\\/](.*)/

/** @import { HotFrames } from '../profile/types' */

/**
 * Shows the hottest functions by self time, by total time, and of your code.
 * @param {{frames: HotFrames, bytes?: number}} profile `bytes`: to which the shares refer
 * @param {string} root folder to which paths are relative
 */
function framesTable ({ frames: { self, total }, bytes: all }, root) {
  function section (title, hot) {
    const rows = hot.map(({ frame, share }) => {
      const size = all ? ` (${bytes(share * all)})` : ''
      return [frame.name, percent(share) + size, locationOf(frame, root), frameOwner(frame)]
    })
    const head = [title, 'share', 'where', 'whose']
    return terminalTable({ head, rows }, ['left', 'right', 'left', 'left'])
  }
  if (!total) return section('allocated here', self.slice(0, 5))
  const tables = [
    section('by self time', self.slice(0, 5)),
    section('by total time', total.slice(0, 5))
  ]
  const yours = total.filter(({ frame }) => isUserFrame(frame)).slice(0, 3)
  if (yours.length) tables.push(section('your code by total time', yours))
  return tables.join('\n')
}

function locationOf ({ file, line }, root) {
  return file && `${shorten(file, root)}:${line}`
}

function shorten (file, root) {
  if (!path.isAbsolute(file)) return file
  const [, inPackage] = file.match(PACKAGES) ?? []
  if (inPackage) return inPackage
  const relative = path.relative(root, file)
  const isOutside = relative.startsWith('..')
  return isOutside ? file.split(path.sep).slice(-2).join(path.sep) : relative
}

module.exports = { framesTable }
