'use strict'

// What docs/reference.md lists, read from where it is said: the Makefile, the commands' --help, the types in JSDoc.

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const { markdownTable } = require('../present/table')
const { ROOT } = require('../system/root')

const SCRIPTS = path.join(ROOT, 'scripts')

const LIB = 'scripts/lib'
const RELIABILITY = 'test/reliability'

/** What a result is made of: the type, and the file that says it. */
const TYPES = [
  ['Result', `${LIB}/measure/measure.js`],
  ['LoadMeasurement', `${LIB}/measure/load.js`],
  ['Load', `${LIB}/measure/load.js`],
  ['Sample', `${LIB}/measure/server.js`],
  ['Environment', `${LIB}/system/environment.js`],
  ['Comparison', `${LIB}/experiments/comparison.js`],
  ['Growth', `${LIB}/experiments/growth.js`],
  ['GrowthSample', `${LIB}/experiments/growth.js`],
  ['LabResult', `${LIB}/experiments/run-lab.js`],
  ['Soak', `${RELIABILITY}/soak.js`],
  ['Abuse', `${RELIABILITY}/fuzz.js`],
  ['SlowClients', `${RELIABILITY}/slow-clients.js`],
  ['SlowAttack', `${RELIABILITY}/slow-clients.js`],
  ['Conditional', `${RELIABILITY}/conditional.js`],
  ['Played', `${RELIABILITY}/conditional.js`],
  ['Cached', `${RELIABILITY}/cache.js`],
  ['CacheRun', `${RELIABILITY}/cache.js`],
  ['Faults', `${RELIABILITY}/faults.js`],
  ['Torture', `${RELIABILITY}/crash-test.js`],
  ['Tortured', `${RELIABILITY}/crash-test.js`],
  ['TestedNodes', `${RELIABILITY}/node-versions.js`],
  ['Mutated', `${RELIABILITY}/mutation.js`],
  ['SupplyChain', `${RELIABILITY}/supply-chain.js`]
]

/** @returns {string} Markdown: the targets of the Makefile, group by group */
function makeTargets () {
  return makefile().map(({ title, targets }) => `**${title}**\n\n${markdownTable(['target', 'what it does'], targets.map(({ name, words }) => [`\`make ${name}\``, words]), '---')}`).join('\n\n')
}

/** @returns {{title: string, targets: {name: string, words: string}[]}[]} */
function makefile () {
  const groups = []
  for (const line of fs.readFileSync(path.join(ROOT, 'Makefile'), 'utf8').split('\n')) {
    const [, title] = line.match(/^##@ (.*)/) ?? []
    if (title) groups.push({ title, targets: [] })
    const [, rule, words] = line.match(/^(\S+:).*## (.*)/) ?? []
    if (words) groups.at(-1).targets.push({ name: rule.replace(/^\$\((\w+):%=([a-z-]+)%\):/, (all, list, what) => `${what}${list === 'LABS' ? 'LAB' : 'NAME'}`).replace(/:$/, ''), words })
  }
  return groups.filter(({ targets }) => targets.length)
}

/** @returns {Promise<string>} Markdown: what each command says to --help */
async function commands () {
  const files = fs.readdirSync(SCRIPTS).filter((file) => file.endsWith('.js'))
  const helps = await Promise.all(files.map((file) => promisify(execFile)(process.execPath, [path.join(SCRIPTS, file), '--help'])))
  return files.map((file, i) => `### ${path.basename(file, '.js')}\n\n\`\`\`text\n${helps[i].stdout.trim()}\n\`\`\``).join('\n\n')
}

/** @returns {string} Markdown: the fields of a result */
function types () {
  return TYPES.map(([name, file]) => {
    const { words, rows } = typeOf(fs.readFileSync(path.join(ROOT, file), 'utf8'), name)
    return `### ${name}\n\n${words}\n\n${markdownTable(['field', 'type', 'meaning'], rows, '---')}`.replace('\n\n\n', '\n')
  }).join('\n\n')
}

/** A type that JSDoc's `@typedef` and `@property` tell. */
function typeOf (source, name) {
  const [, rest, block] = source.match(new RegExp(`\\* @typedef .*\\b${name}\\b(.*)\\n([^]*?)\\*/`))
  const properties = block.replace(/\n \* {3,}/g, ' ').split('\n').map(property).filter(Boolean)
  return { words: rest.trim(), rows: properties }
}

/** `@property {type} name meaning`, where the type may have braces in it. */
function property (line) {
  const [, text] = line.match(/@property (.*)/) ?? []
  if (!text) return null
  let depth = 0
  const end = [...text].findIndex((character) => {
    depth += { '{': 1, '}': -1 }[character] ?? 0
    return depth === 0
  })
  const [, name, meaning] = text.slice(end + 1).trim().match(/^(\S+) ?(.*)$/)
  const type = text.slice(1, end).replace(/import\('[^']*'\)\./g, '').replaceAll('|', '\\|')
  return [`\`${name.replace(/[[\]]/g, '')}\``, `\`${type}\``, `${name.startsWith('[') ? 'not always. ' : ''}${meaning}`]
}

module.exports = { commands, makefile, makeTargets, types }
