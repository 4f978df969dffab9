'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { stripVTControlCharacters } = require('node:util')
const { UserError } = require('../../scripts/lib/cli/errors')
const { analyzeComparison } = require('../../scripts/lib/compare/analysis')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { RECORDED } = require('../../scripts/lib/load/results')
const { listResults } = require('../../scripts/lib/load/saved-results')
const { comparisonTable } = require('../../scripts/lib/show/comparison-table')
const { growthTable } = require('../../scripts/lib/show/growth-table')
const { describePart, labTable } = require('../../scripts/lib/show/lab-table')
const { resultCard, summaryTable, CPU_NOTE } = require('../../scripts/lib/show/results')
const { runProcess } = require('../../scripts/lib/server/process')
const { ROOT } = require('../../scripts/lib/cli/project')
const { describeEnvironment, describeRun, markdownTable } = require('./markdown')
const { recorded, recordedSeries } = require('./recorded')

const TOOLS = ['bundle', 'site', 'slides', 'update-docs'].map((name) => `docs/tools/${name}.js`)

const fence = (text) => `\`\`\`text\n${stripVTControlCharacters(text).trim()}\n\`\`\``

const BLOCKS = {
  targets: async () => fence(await outputOf(['make', '--no-print-directory', 'help'])),
  commands: commandsBlock,
  bench: () => seriesBlock(recordedSeries()),
  'slides-fix': fixBlock,
  'slides-stages': () => seriesNotes(recordedSeries()),
  'slides-overload': sheddingBlock
}

// Recorded results by their kind.
const VIEWS = {
  load: (result) => `${fence(resultCard(result))}\n\n${describeRun(result)}`,
  series (result) {
    const table = comparisonTable(result, analyzeComparison(result))
    return `${fence(table)}\n\n${describeRun(result.targets[0].runs[0])}`
  },
  growth: (result) => fence(growthTable(result))
}

/**
 * Writes a block as Markdown.
 * @param {string} name of the block, of a file in docs/results, or `reliability-` and a check
 * @param {string} [folder] with the records of the reliability checks
 * @throws {UserError} When there is no such result.
 */
async function blockText (name, folder = RECORDED) {
  if (Object.hasOwn(BLOCKS, name)) return await BLOCKS[name]()
  const [, check] = name.match(/^reliability-(.+)/) ?? []
  if (check) return reliabilityBlock(check, folder)
  const result = recorded(name)
  return VIEWS[result.kind](result)
}

async function outputOf (command) {
  const { stdout } = await runProcess(command, { cwd: ROOT })
  return stdout
}

// What each command's --help prints. A setting that stands above is only named.
async function commandsBlock () {
  const sections = []
  const last = {} // the line of each setting
  const files = fs.readdirSync(path.join(ROOT, 'scripts')).sort()
  const commands = files.filter((name) => name.endsWith('.js')).map((name) => `scripts/${name}`)
  for (const file of [...commands, ...TOOLS]) {
    const { name } = path.parse(file)
    const help = await outputOf([process.execPath, file, '--help'])
    const lines = []
    const repeated = []
    for (const line of help.trim().split('\n')) {
      const [, flag] = line.match(/^ {2}(--\S+)/) ?? []
      if (flag && last[flag] === line) repeated.push(flag)
      else lines.push(line)
      if (flag) last[flag] = line
    }
    if (repeated.length) lines.push(`  as above:          ${repeated.join(' ')}`)
    sections.push(`### ${name}\n\n${fence(lines.join('\n'))}`)
  }
  return sections.join('\n\n')
}

function seriesBlock (series) {
  return `${markdownTable(summaryTable(series, pairedContrast))}\n\n${measuredHow(series)}`
}

// A slide says one thing: its figures with their intervals are in its notes.
function fixBlock () {
  const series = recordedSeries().slice(0, 2)
  const { head, rows: [, fast] } = summaryTable(series, pairedContrast)
  const [factor] = fast[head.indexOf('speed-up')].split(' slow')
  return `**${factor}** less CPU time per request\n\n${seriesNotes(series)}`
}

function seriesNotes (series) {
  return notesOf(summaryTable(series, pairedContrast), measuredHow(series))
}

function notesOf ({ head, rows }, how) {
  const lines = rows.map(([name, ...cells]) => {
    const texts = cells.map((cell, i) => `${head[i + 1]} ${cell.replace(/\n(.*)/, ' ($1)')}`)
    return `${name}: ${texts.filter((text, i) => cells[i]).join('; ')}`
  })
  return `<!--\n${[...lines, how].join('\n\n')}\n-->`
}

function measuredHow (series) {
  const [first] = series
  const notes = [
    `Medians of ${first.length} runs with their 95 % intervals.`,
    CPU_NOTE,
    'The ratios are those of the runs, pair by pair.',
    describeRun(first[0])
  ]
  return notes.join(' ')
}

function sheddingBlock () {
  const result = recorded('lab-overload')
  const [part] = result.parts
  return notesOf(labTable(part), `${describePart(part)} ${describeEnvironment(result)}.`)
}

// A column for each stage.
function reliabilityBlock (check, folder) {
  const saved = listResults(folder, /^reliability-.*\.json$/)
  saved.sort((a, b) => commandOf(a.result) < commandOf(b.result) ? -1 : 1)
  if (check === 'overview') return overviewTable(saved)
  const ofCheck = saved.map(({ result }) => result).filter(({ kind }) => kind === check)
  const [first] = ofCheck
  if (!first) throw new UserError(`no result of reliability-${check} is recorded`)
  const head = ['', ...ofCheck.map(({ stage }) => stage ?? 'result')]
  const rows = first.rows.map(([label], i) => [label, ...ofCheck.map(({ rows }) => rows[i][1])])
  const command = commandOf(ofCheck.length > 1 ? { kind: check, stage: '…' } : first)
  const table = markdownTable({ head, rows }, '---')
  return `${table}\n\n${command}; ${describeEnvironment(first)}`
}

function overviewTable (saved) {
  const rows = saved.map(({ file, result }) => {
    const run = `Node.js ${result.environment.node}, ${result.startedAt.slice(0, 10)}`
    return [
      commandOf(result),
      result.problems.join('; ') || 'nothing',
      `[${run}](results/${path.basename(file)})`
    ]
  })
  return markdownTable({ head: ['check', 'problems', 'recorded'], rows }, '---')
}

function commandOf ({ kind, stage }) {
  return `\`make reliability-${kind}${stage ? ` STAGE=${stage}` : ''}\``
}

module.exports = { blockText }
