'use strict'

// The blocks of docs/reference.md, read from the Makefile, the commands' --help and the types in JSDoc.

const fs = require('node:fs')
const path = require('node:path')
const { runProcess } = require('../system/process')
const { markdownTable } = require('../present/table')
const { ROOT } = require('../system/root')

const SCRIPTS = path.join(ROOT, 'scripts')
const PROPERTY = /@property \{(.*?)\} (\[)?(\w+)\]? ?(.*)/g // within a type, no name follows a brace

// The types of which results are made, and the files of scripts/lib that declare them.
const TYPES = {
  Result: 'measure/measure.js',
  LoadMeasurement: 'measure/load.js',
  Load: 'measure/load.js',
  Sample: 'measure/server.js',
  Environment: 'system/environment.js',
  Comparison: 'experiments/series.js',
  Growth: 'experiments/growth.js',
  ReliabilityRecord: 'docs/reliability-page.js'
}

/** In the Makefile a pattern such as `bench-%` stands for many targets. @type {Record<string, string>} */
const PLACEHOLDERS = { lab: 'LAB', reliability: 'CHECK' }

/** @returns {string} Markdown: the targets of the Makefile, group by group */
function makeTargets () {
  return readMakefile().map(({ title, targets }) => {
    const rows = targets.map(({ name, description }) => [`\`make ${name}\``, description])
    return `**${title}**\n\n${markdownTable({ head: ['target', 'what it does'], rows }, '---')}`
  }).join('\n\n')
}

/** @returns its targets in groups, each below a line `##@ title` */
function readMakefile () {
  /** @type {{title: string, targets: {name: string, description: string}[]}[]} */
  const groups = []
  for (const line of fs.readFileSync(path.join(ROOT, 'Makefile'), 'utf8').split('\n')) {
    if (line.startsWith('##@ ')) groups.push({ title: line.slice(4), targets: [] })
    const [, rule, description] = line.match(/^(\S+):.* ## (.*)/) ?? []
    if (!rule) continue
    const [, prefix] = rule.match(/([a-z]+)-%/) ?? []
    const name = prefix ? `${prefix}-${PLACEHOLDERS[prefix] ?? 'NAME'}` : rule.replace(/:.*/, '')
    groups[groups.length - 1].targets.push({ name, description })
  }
  return groups.filter(({ targets }) => targets.length)
}

/** @returns {Promise<string>} Markdown: the --help of each command */
async function commands () {
  const files = fs.readdirSync(SCRIPTS).filter((file) => file.endsWith('.js'))
  const sections = files.map(async (file) => {
    const { stdout } = await runProcess([process.execPath, path.join(SCRIPTS, file), '--help'])
    return `### ${path.basename(file, '.js')}\n\n\`\`\`text\n${stdout.trim()}\n\`\`\``
  })
  return (await Promise.all(sections)).join('\n\n')
}

/** @returns {string} Markdown: the fields of a result */
function types () {
  const head = ['field', 'type', 'meaning']
  return Object.entries(TYPES).flatMap(([name, file]) => {
    const { description, rows } = readType(fs.readFileSync(path.join(SCRIPTS, 'lib', file), 'utf8'), name)
    return [`### ${name}`, description, markdownTable({ head, rows }, '---')].filter(Boolean)
  }).join('\n\n')
}

/** @param {string} source with a JSDoc `@typedef`. A type `A & Fields` has the properties of `Fields`, the next type */
function readType (source, /** @type {string} */ name) {
  const declaration = new RegExp(`\\* @typedef \\{.*\\} ${name}\\b(.*)\\n([^]*?)\\*/`)
  const [, description, block] = source.match(declaration) ?? []
  if (block === undefined) throw new Error(`no type ${name} in JSDoc`)
  const [own, next = ''] = block.split('@typedef')
  const properties = (own.includes('@property') ? own : next).replace(/\n \* {3,}/g, ' ').matchAll(PROPERTY)
  const rows = [...properties].map(([, type, bracket, name, meaning]) => {
    const shortType = type.replace(/import\('[^']*'\)\./g, '').replaceAll('|', '\\|')
    return [`\`${name}\``, `\`${shortType}\``, `${bracket ? 'Optional. ' : ''}${meaning}`]
  })
  return { description: description.trim(), rows }
}

module.exports = { blocks: { targets: makeTargets, commands, types }, readMakefile }
