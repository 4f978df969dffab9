'use strict'

/** @import { ProcessTarget, Target } from '../server/types' */

const fs = require('node:fs')
const path = require('node:path')
const { FLAG_WITH_VALUE } = require('whyslow/internals')
const { fileName } = require('../server/targets')

/**
 * Makes a command such as `node server.js --port 0` a file with arguments: any profiler takes it.
 * @param {Target|ProcessTarget} target
 * @returns {Target|ProcessTarget} the same one if the command needs a shell
 */
function withFile (target) {
  const { command = '', cwd = '' } = target
  if (/[;&|<>$`\\*?()~#]/.test(command)) return target
  const quoted = command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  const [node, ...words] = quoted.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))
  const at = words.findIndex((word, i) => {
    return !word.startsWith('-') && !FLAG_WITH_VALUE.test(words[i - 1])
  })
  if (node !== 'node' || at < 0 || words.some((word) => /["']/.test(word))) return target
  const file = path.resolve(cwd, words[at])
  if (!fs.existsSync(file)) return target
  const { command: replaced, ...others } = target
  const program = { file, flags: words.slice(0, at), args: words.slice(at + 1) }
  return /** @type {Target} */ ({ ...others, name: fileName(file), ...program })
}

module.exports = { withFile }
