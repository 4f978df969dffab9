'use strict'

// Runs the commands of the workshop's chapters one after the other, and compares what they print with the chapters.

const fs = require('node:fs')
const path = require('node:path')
const { stripVTControlCharacters } = require('node:util')
const { startProcess } = require('../system/process')
const { ROOT } = require('../system/root')

const WORKSHOP = path.join(ROOT, 'docs/workshop')
const OUTPUT = '<!-- output(?:: the last (\\d+) lines)? -->\n(?:.*\n)*?<!-- /output -->'
const FOLDED = '<details><summary>[^<]*</summary>\n\n' // around an output that tells what the reader has to find
const SHELL_BLOCK = new RegExp(`(<!-- fails -->\n)?\`\`\`sh\n((?:.*\n)*?)\`\`\`\n(?:\n(?:${FOLDED})?${OUTPUT}\n)?`, 'g')
const EXPECTED_TEXT = /^- `([^`]+)`/gm
const STARTS_SERVER = /^make start-/ // it runs until the chapter ends, as in a second terminal
const LISTENS = /listening on http\S+/
const NPM_NOISE = /^npm (?:warn|notice) .*\n/gm // depends on the settings of the person who runs it

/** @returns {string[]} the files of the chapters, in their order */
const chapterFiles = () => fs.readdirSync(WORKSHOP).filter((file) => /^\d+-.+\.md$/.test(file)).sort()

/**
 * @typedef {object} Block a fence of shell commands
 * @property {string} commands
 * @property {boolean} fails whether the chapter says that they fail
 * @property {string[]} expected texts that they print: list items that begin with code, if the chapter shows the output
 *
 * @typedef {{code: number|null, output: string}} BlockResult `code`: null for a server, which keeps running
 * @typedef {import('../system/process').ProcessOptions & {cwd: string, onBlock?: (commands: string) => void}} Options
 */

/** @type {(chapter: string) => Block[]} */
function parseBlocks (chapter) {
  const found = [...chapter.matchAll(SHELL_BLOCK)]
  return found.map(({ 0: text, 1: fails, 2: commands, index }, i) => {
    const after = chapter.slice(index + text.length, found[i + 1]?.index)
    const expected = text.includes('<!-- output') ? [...after.matchAll(EXPECTED_TEXT)].map(([, code]) => code) : []
    return { commands, fails: Boolean(fails), expected }
  })
}

/** @type {(blocks: Pick<Block, 'commands'>[], options: Options) => Promise<BlockResult[]>} runs them in turn */
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

/** @param {string} commands @param {Options} options */
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
  const output = () => stripVTControlCharacters(text).replace(NPM_NOISE, '').replaceAll(options.cwd, '.').trim()
  return { ended, kill, listens, output }
}

/** @type {(blocks: Block[], results: BlockResult[]) => string[]} where the results differ from what the chapter says */
function findDifferences (blocks, results) {
  return blocks.flatMap(({ commands, fails, expected }, i) => {
    const { code, output } = results[i]
    const found = expected.filter((text) => !output.includes(text)).map((text) => `prints no "${text}"`)
    if (code !== null && (code !== 0) !== fails) {
      found.unshift(`${fails ? 'does not fail' : `exit code ${code}`}: ${output.slice(-500)}`)
    }
    return found.map((difference) => `${commands.trim()}\n  ${difference}`)
  })
}

/** @type {(chapter: string, outputs: string[]) => string} the chapter's Markdown, with these outputs of its blocks */
function showOutputs (chapter, outputs) {
  let i = 0
  return chapter.replace(SHELL_BLOCK, (text) => {
    const output = outputs[i++]
    return text.replace(new RegExp(OUTPUT), (shown, count) => {
      const [head] = shown.split('\n')
      return `${head}\n\`\`\`text\n${count ? lastOf(output, Number(count)) : output}\n\`\`\`\n<!-- /output -->`
    })
  })
}

/** @type {(output: string, count: number) => string} its last lines, after a line that says that there are more */
function lastOf (output, count) {
  const lines = output.split('\n')
  return lines.length > count ? ['…', ...lines.slice(-count)].join('\n') : output
}

module.exports = { parseBlocks, chapterFiles, findDifferences, showOutputs, runBlocks, WORKSHOP }
