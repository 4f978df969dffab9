'use strict'

// Runs the commands of the workshop's chapters one after the other, and compares what they print
// with the chapters.

/** @import { Block, BlockOptions, BlockResult } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { stripVTControlCharacters } = require('node:util')
const { startProcess } = require('../system/process')
const { ROOT } = require('../system/root')

const WORKSHOP = path.join(ROOT, 'docs/workshop')
const OUTPUT = '<!-- output(?:: the last (\\d+) lines)? -->\n(?:.*\n)*?<!-- /output -->'
// Around an output that tells what the reader has to find.
const FOLDED = '<details><summary>[^<]*</summary>\n\n'
const FENCE = '(<!-- fails -->\n)?```sh\n((?:.*\n)*?)```\n'
const SHELL_BLOCK = new RegExp(`${FENCE}(?:\n(?:${FOLDED})?${OUTPUT}\n)?`, 'g')
const EXPECTED_TEXT = /^- `([^`]+)`/gm
const STARTS_SERVER = /^make start-/ // it runs until the chapter ends, as in a second terminal
const LISTENS = /listening on http\S+/
const NPM_NOISE = /^npm (?:warn|notice) .*\n/gm // depends on the settings of the person who runs it

/** @returns {string[]} the files of the chapters, in their order */
function chapterFiles () {
  return fs.readdirSync(WORKSHOP).filter((file) => /^\d+-.+\.md$/.test(file)).sort()
}

/** @param {string} chapter Markdown @returns {Block[]} */
function parseBlocks (chapter) {
  const matches = [...chapter.matchAll(SHELL_BLOCK)]
  return matches.map(({ 0: text, 1: fails, 2: commands, index }, i) => {
    const after = chapter.slice(index + text.length, matches[i + 1]?.index)
    const hasOutput = text.includes('<!-- output')
    const expected = hasOutput ? Array.from(after.matchAll(EXPECTED_TEXT), ([, code]) => code) : []
    return { commands, fails: Boolean(fails), expected }
  })
}

/**
 * Runs blocks in turn. Their servers end with the last of them.
 * @param {Pick<Block, 'commands'>[]} blocks
 * @param {BlockOptions} options
 * @returns {Promise<BlockResult[]>}
 */
async function runBlocks (blocks, { onBlock = () => {}, ...options }) {
  const servers = []
  const results = []
  try {
    for (const { commands } of blocks) {
      onBlock(commands)
      const shell = startShell(commands, options)
      const isServer = STARTS_SERVER.test(commands)
      if (isServer) servers.push(shell)
      const { code } = await (isServer ? Promise.race([shell.listens, shell.ended]) : shell.ended)
      results.push({ code, output: shell.output() })
    }
    return results
  } finally {
    for (const { kill, ended } of servers) {
      kill('SIGINT')
      await ended
    }
  }
}

/** @param {string} commands @param {BlockOptions} options */
function startShell (commands, options) {
  const { child, ended, kill } = startProcess(['sh', '-c', `exec 2>&1\n${commands}`], options)
  let text = ''
  /** @type {Promise<{code: null}>} */
  const listens = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (LISTENS.test(text)) resolve({ code: null })
    })
  })
  function output () {
    const plain = stripVTControlCharacters(text).replace(NPM_NOISE, '')
    return plain.replaceAll(options.cwd, '.').trim()
  }
  return { ended, kill, listens, output }
}

/**
 * Says where the results differ from what the chapter says.
 * @param {Block[]} blocks
 * @param {BlockResult[]} results
 * @returns {string[]}
 */
function findDifferences (blocks, results) {
  const differences = []
  for (const [i, { commands, fails, expected }] of blocks.entries()) {
    const { code, output } = results[i]
    if (code !== null && (code !== 0) !== fails) {
      const problem = fails ? 'does not fail' : `exit code ${code}`
      differences.push(`${commands.trim()}\n  ${problem}: ${output.slice(-500)}`)
    }
    for (const text of expected) {
      if (!output.includes(text)) differences.push(`${commands.trim()}\n  prints no "${text}"`)
    }
  }
  return differences
}

/**
 * Writes the outputs of its blocks into a chapter.
 * @param {string} chapter Markdown
 * @param {string[]} outputs
 * @returns {string}
 */
function showOutputs (chapter, outputs) {
  let i = 0
  return chapter.replace(SHELL_BLOCK, (text) => {
    const output = outputs[i++]
    return text.replace(new RegExp(OUTPUT), (shown, count) => {
      const [head] = shown.split('\n')
      const all = output.split('\n')
      const lines = count && all.length > count ? ['…', ...all.slice(-count)] : all
      return `${head}\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n<!-- /output -->`
    })
  })
}

module.exports = { parseBlocks, chapterFiles, findDifferences, showOutputs, runBlocks, WORKSHOP }
