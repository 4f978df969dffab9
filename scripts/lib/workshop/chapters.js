'use strict'

// The workshop, walked: a chapter's commands are typed as they stand there, one after the other, and what they print is kept.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { stripVTControlCharacters } = require('node:util')
const { ROOT } = require('../system/root')
const { watchChild } = require('../system/watchdog')

const WORKSHOP = path.join(ROOT, 'docs/workshop')

const SHELL_BLOCK = /(<!-- fails -->\n)?```sh\n([^]*?)```\n(?:\n<!-- output -->\n[^]*?<!-- \/output -->\n)?/g
const POINTED_AT = /^- `([^`]+)`/gm
const STAYS = /^make start-/ // it runs until the chapter ends, as in a terminal of its own
const NOISE = /^npm (?:warn|notice) .*\n/gm // of the settings of whoever types
const LISTENS = /listening on http\S+/

/** @returns {string[]} the files of the chapters, in their order */
const chapterFiles = () => fs.readdirSync(WORKSHOP).filter((file) => /^\d+-.*\.md$/.test(file)).sort()

/**
 * @typedef {object} Block a fence of shell commands
 * @property {string} commands
 * @property {boolean} fails whether the chapter says that it will
 * @property {boolean} shown whether the chapter shows what it prints
 * @property {string[]} pointedAt what the reader is told to look for in it: list items that begin with code
 */

/**
 * @param {string} chapter Markdown
 * @returns {Block[]}
 */
function parseBlocks (chapter) {
  const found = [...chapter.matchAll(SHELL_BLOCK)]
  return found.map(({ 0: text, 1: fails, 2: commands, index }, i) => {
    const after = chapter.slice(index + text.length, found[i + 1]?.index)
    const shown = text.includes('<!-- output -->')
    return { commands, fails: Boolean(fails), shown, pointedAt: shown ? [...after.matchAll(POINTED_AT)].map(([, code]) => code) : [] }
  })
}

/**
 * Types a chapter's commands.
 *
 * @param {Block[]} blocks
 * @param {object} options
 * @param {string} options.cwd where
 * @param {Record<string, string>} options.env the whole environment
 * @param {AbortSignal} [options.signal] kills what runs
 * @param {(commands: string) => void} [options.onBlock]
 * @returns {Promise<{code: number|null, output: string}[]>} what each block printed, stdout and stderr as they came; `code` is null
 *   for what stays
 */
async function runBlocks (blocks, { cwd, env, signal, onBlock = () => {} }) {
  const staying = []
  const seen = []
  try {
    for (const { commands } of blocks) {
      onBlock(commands)
      const typed = type(commands, { cwd, env, signal })
      if (STAYS.test(commands)) {
        staying.push(typed)
        await Promise.race([typed.until(LISTENS), typed.ended])
        seen.push({ code: null, output: typed.output() })
      } else {
        seen.push({ code: await typed.ended, output: typed.output() })
      }
    }
    return seen
  } finally {
    for (const one of staying) await one.interrupt()
  }
}

function type (commands, { cwd, env, signal }) {
  const child = spawn('sh', ['-c', commands], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  watchChild(child)
  let text = ''
  const listeners = new Set()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
      for (const listener of listeners) listener()
    })
  }
  const group = (name) => { try { process.kill(-child.pid, name) } catch {} } // gone already
  const kill = () => group('SIGKILL')
  signal?.addEventListener('abort', kill)
  const ended = once(child, 'close').then(([code]) => { signal?.removeEventListener('abort', kill); return code })
  return {
    ended,
    output: () => stripVTControlCharacters(text).replace(NOISE, '').replaceAll(cwd, '.').trim(),
    until: (pattern) => new Promise((resolve) => listeners.add(() => pattern.test(text) && resolve())),
    interrupt: () => { group('SIGINT'); return ended }
  }
}

/**
 * What a chapter says, against what happened.
 *
 * @param {Block[]} blocks
 * @param {{code: number|null, output: string}[]} seen as `walk` gives it
 * @returns {string[]} one for each difference
 */
function findDifferences (blocks, seen) {
  return blocks.flatMap(({ commands, fails, pointedAt }, i) => {
    const { code, output } = seen[i]
    const wrong = code !== null && (code !== 0) !== fails ? [`${fails ? 'does not fail' : `exit code ${code}`}: ${output.slice(-500)}`] : []
    const missing = pointedAt.filter((text) => !output.includes(text)).map((text) => `prints no "${text}"`)
    return [...wrong, ...missing].map((what) => `${commands.trim()}\n  ${what}`)
  })
}

/**
 * @param {string} chapter Markdown
 * @param {string[]} outputs of its blocks, in their order
 * @returns {string} the chapter, showing these
 */
function showOutputs (chapter, outputs) {
  let i = 0
  return chapter.replace(SHELL_BLOCK, (text) => {
    const output = outputs[i++]
    return text.replace(/<!-- output -->\n[^]*<!-- \/output -->/, () => `<!-- output -->\n\`\`\`text\n${output}\n\`\`\`\n<!-- /output -->`)
  })
}

module.exports = { parseBlocks, chapterFiles, findDifferences, showOutputs, runBlocks, WORKSHOP }
