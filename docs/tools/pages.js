'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { factText, FAULTS } = require('whyslow/internals')
const { UserError } = require('../../scripts/lib/cli/errors')
const { ROOT } = require('../../scripts/lib/cli/project')
const { findLab, labNames } = require('../../scripts/lib/compare/labs')
const { blockText } = require('./blocks')
const { labMarkdown } = require('./markdown')
const { recorded } = require('./recorded')

const VERDICTS = 'scripts/whyslow/README.md'
// <!-- name -->, its text, <!-- /name -->, on lines of their own or within a sentence. What
// run-workshop writes is none.
const BLOCK = /<!-- (?!(?:output|recorded) )(\S+) -->(\n?)[^]*?<!-- \/\1 -->/g
const PAGES = ['README.md', VERDICTS, 'docs/slides/slides.md']
const FAULT_ROW = /^\| (.*?) (\| .* \|) .* \|$/gm

/**
 * Fills the blocks of the pages.
 * @returns {Promise<Record<string, string>>} contents by path
 * @throws {UserError} When a recorded result is missing.
 */
async function generatePages () {
  /** @type {Record<string, string>} */
  const files = {}
  for (const page of [...PAGES, ...pagesIn('docs'), ...pagesIn('docs/workshop')]) {
    files[page] = await fillBlocks(page, blockText)
  }
  for (const lab of labNames()) {
    const page = `docs/labs/${lab}/README.md`
    const blocks = labMarkdown(recorded(`lab-${lab}`), findLab(lab))
    files[page] = await fillBlocks(page, (name) => blocks[name])
  }
  files[VERDICTS] = fillLimits(files[VERDICTS])
  return files
}

function pagesIn (folder) {
  const names = fs.readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.md'))
  return names.sort().map((name) => `${folder}/${name}`)
}

function read (page) {
  return fs.readFileSync(path.join(ROOT, page), 'utf8')
}

async function fillBlocks (page, textOf) {
  const text = read(page)
  const blocks = {}
  for (const [, name] of text.matchAll(BLOCK)) blocks[name] = await textOf(name)
  return text.replace(BLOCK, (_, name, end) =>
    `<!-- ${name} -->${end}${blocks[name]}${end}<!-- /${name} -->`)
}

/**
 * Writes the conditions of each fault into the last cell of its row. They all have to hold; a fault
 * that shows in two ways has two lists of them.
 * @param {string} text of whyslow's page
 * @throws {UserError} When a fault has no row.
 */
function fillLimits (text) {
  const missing = new Set(FAULTS.map(({ verdict }) => verdict))
  const filled = text.replace(FAULT_ROW, (row, name, cells) => {
    const rules = FAULTS.filter(({ verdict }) => verdict === name)
    if (!rules.length) return row
    missing.delete(name)
    return `| ${name} ${cells} ${rules.map(conditionsOf).join('<br>or ')} |`
  })
  const [verdict] = missing
  if (verdict) throw new UserError(`${VERDICTS} has no row for "${verdict}"`)
  return filled
}

function conditionsOf ({ when }) {
  const conditions = Object.entries(when).map(([fact, limit]) => {
    const { from, below } = typeof limit === 'number' ? { from: limit } : limit
    const text = factText(fact, from ?? below).replace(' ', '\u00a0')
    return `\`${fact}\` ${from === undefined ? '<' : '≥'}\u00a0${text}`
  })
  return conditions.join(', ')
}

module.exports = { generatePages }
