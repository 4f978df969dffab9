'use strict'

/** @import { Target } from '../server/types' */

const fs = require('node:fs')
const path = require('node:path')
const { fileName } = require('../server/targets')

// Flags of Node.js whose value is a word of its own.
const FLAGS_WITH_VALUE = /^(-r|--require|--import|--(experimental-)?loader|-C|--conditions)$/

/**
 * Makes a command such as `node server.js --port 0` a file with arguments: any profiler takes it.
 * @param {Target} target
 * @returns {Target} the same one if the command needs a shell
 */
function withFile (target) {
  const { command = '', cwd = '' } = target
  if (/[;&|<>$`\\*?()~#]/.test(command)) return target
  const quoted = command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  const [node, ...words] = quoted.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))
  const at = words.findIndex((word, i) => {
    return !word.startsWith('-') && !FLAGS_WITH_VALUE.test(words[i - 1])
  })
  if (node !== 'node' || at < 0 || words.some((word) => /["']/.test(word))) return target
  const file = path.resolve(cwd, words[at])
  if (!fs.existsSync(file)) return target
  const { command: shell, ...rest } = target
  const program = { file, flags: words.slice(0, at), args: words.slice(at + 1) }
  return { ...rest, name: fileName(file), ...program }
}

module.exports = { withFile }
