'use strict'

// Starts a piece of this program as a process of its own. It gets its text, and not its path: a
// program that came by stdin has no file.

const path = require('node:path')
const { gzipSync } = require('node:zlib')

/** @type {Record<string, string>} each has a `main` */
const MODULES = { closer: '../attach/closer', search: '../holders/search' }
const VARIABLE = 'WHYSLOW_PIECE'
// The text comes in the environment: everybody sees an argument. The build limits its length.
const START =
  `eval(String(require('zlib').gunzipSync(Buffer.from(process.env.${VARIABLE}, 'base64'))))`

const program = {
  /** @param {string} name of a piece @returns {string} code that runs it */
  textOf (name) {
    const file = path.join(__dirname, MODULES[name])
    return `require(${JSON.stringify(file)}).main()`
  }
}

/**
 * Gives what starts a piece.
 * @param {'closer'|'search'} name
 * @param {string[]} operands which are in its `process.argv` from 2 on
 * @returns {{ words: string[], env: NodeJS.ProcessEnv }} words of its command line
 */
function pieceOf (name, operands = []) {
  const text = gzipSync(program.textOf(name)).toString('base64')
  return {
    words: [process.execPath, '-e', START, name, ...operands],
    env: { ...process.env, [VARIABLE]: text }
  }
}

module.exports = { pieceOf, program }
