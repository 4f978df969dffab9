'use strict'

const path = require('node:path')
const { isUserFrame } = require('whyslow/internals')
const { bytes, percent } = require('../cli/format')
const { paint, terminalWidth, wrapText } = require('../cli/terminal')

const BAR = 8 // characters

/** @import { Frame } from '../../whyslow/types' */
/** @import { HotFrame, HotFrames } from '../profile/types' */

/**
 * Lists the hottest functions as bars: by self time, by total time, and those of your code.
 * @param {{frames: HotFrames, bytes?: number}} profile `bytes`: to which the shares refer
 * @param {string} root folder to which paths are relative
 */
function frameBars ({ frames: { self, total }, bytes: all }, root) {
  /** @param {string} title @param {HotFrame[]} hot */
  function section (title, hot) {
    const lines = hot.map(({ frame, share }) => {
      const size = all ? `${bytes(share * all).padStart(8)} ` : ''
      const bar = '█'.repeat(Math.round(share * BAR)).padEnd(BAR)
      const head = `${percent(share).padStart(5)} ${size}${bar} `
      const names = [locationOf(frame, root), frame.name]
      const isYours = isUserFrame(frame)
      if (isYours) names.push(' your code')
      const text = wrapText(names.filter(Boolean).join(' '), terminalWidth() - head.length)
      const lines = isYours ? text.map((line) => paint('bold', line)) : text
      return head + lines.join(`\n${' '.repeat(head.length)}`)
    })
    return [paint('bold', title), ...lines].join('\n')
  }
  if (!total) return section('allocated here', self.slice(0, 5))
  const sections = [
    section('by self time', self.slice(0, 5)),
    section('by total time', total.slice(0, 5))
  ]
  const yours = total.filter(({ frame }) => isUserFrame(frame)).slice(0, 3)
  if (yours.length) sections.push(section('your code by total time', yours))
  return sections.join('\n')
}

// A file outside of the root is shortened to its folder and name, one of a package to its path in
// the package.
/** @param {Frame} frame @param {string} root */
function locationOf ({ file, line }, root) {
  if (!file || !path.isAbsolute(file)) return file && `${file}:${line}`
  const [, inPackage] = file.match(/^.*node_modules[\\/](.*)/) ?? []
  const relative = path.relative(root, file)
  const outside = file.split(path.sep).slice(-2).join(path.sep)
  return `${inPackage ?? (relative.startsWith('..') ? outside : relative)}:${line}`
}

module.exports = { frameBars }
