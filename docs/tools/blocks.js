'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { stripVTControlCharacters } = require('node:util')
const { format } = require('whyslow')
const { ROOT } = require('../../scripts/lib/cli/project')
const { analyzeComparison } = require('../../scripts/lib/compare/analysis')
const { listResults, RECORDED } = require('../../scripts/lib/load/saved-results')
const { runProcess } = require('../../scripts/lib/server/run-process')
const { comparisonTable } = require('../../scripts/lib/show/comparison-table')
const { growthTable } = require('../../scripts/lib/show/growth-table')
const { describePart, labTable } = require('../../scripts/lib/show/lab-table')
const { resultCard, CPU_NOTE } = require('../../scripts/lib/show/results')
const { figureText } = require('./figures')
const { describeEnvironment, describeRun, markdownTable } = require('./markdown')
const { middleRun, recorded, SERIES } = require('./recorded')
const { seriesTable, slopeTable } = require('./series-table')

const TOOLS = ['bundle', 'site', 'slides', 'update-docs'].map((name) => `docs/tools/${name}.js`)

// Chapter 2 asks for this line.
const SECONDS = /^each second[^]*?\n(?=\S)/m
const ALL_RIGHT = /^(\w+: (\d+) of \2 right(; |$))+$/

const fence = (text) => `\`\`\`text\n${stripVTControlCharacters(text).trim()}\n\`\`\``
const comment = (...paragraphs) => `<!--\n${paragraphs.join('\n\n')}\n-->`

const BLOCKS = {
  targets: async () => fence(await outputOf(['make', '--no-print-directory', 'help-all'])),
  commands: commandsBlock,
  'reliability-overview': reliabilityOverview,
  'first-table': () => fence(resultCard(recorded('slow')).replace(SECONDS, '')),
  card () {
    const diagnosis = recorded('card')
    const { pid } = diagnosis.running
    return fence(`$ node whyslow.js ${pid}\n${format(diagnosis, { title: `process ${pid}` })}`)
  },
  bench () {
    const { table, how } = summary(recorded(SERIES).targets)
    return `${markdownTable(table)}\n\n${how}`
  },
  // A slide says one thing: its figures with their intervals are in its notes.
  'slides-fix' () {
    const { table, how } = summary(recorded(SERIES).targets.slice(0, 2))
    const [factor] = table.rows[1][table.head.indexOf('speed-up')].split(' ×')
    return `**1/${factor}** of the CPU time per request\n\n${comment(...rowsInWords(table), how)}`
  },
  'slides-overload': () => labNotes('overload'),
  'growth-slow': () => fence(growthTable(middleRun(recorded('growth'), 'slow'), true)),
  growth () {
    const series = recorded('growth')
    const [{ runs }] = series.targets
    const how = `${runs.length} runs of each, in turns. ${describeEnvironment(series)}.`
    return `${markdownTable(slopeTable(series.targets))}\n\n${how}`
  }
}

// Recorded results by their kind.
const VIEWS = {
  load: (result) => `${fence(resultCard(result))}\n\n${describeRun(result)}`,
  series (result) {
    const table = comparisonTable(result, analyzeComparison(result))
    return `${fence(table)}\n\n${describeRun(result.targets[0].runs[0])}`
  }
}

/**
 * Writes a block as Markdown.
 * @param {string} name of the block, or of a file in docs/results
 * @throws {UserError} When there is no such result.
 */
async function blockText (name) {
  const figure = figureText(name)
  if (figure !== undefined) return figure
  if (Object.hasOwn(BLOCKS, name)) return await BLOCKS[name]()
  if (name.startsWith('price-')) return priceBlock(name.slice('price-'.length))
  const result = recorded(name)
  const view = VIEWS[result.kind] ?? reliabilityBlock
  return view(result)
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
    sections.push(`### ${path.parse(file).name}\n\n${fence(lines.join('\n'))}`)
  }
  return sections.join('\n\n')
}

function summary (targets) {
  const [{ runs }] = targets
  const how = [
    `Medians of ${runs.length} runs with their 95 % intervals.`,
    CPU_NOTE,
    'The ratios are those of the runs, pair by pair.',
    describeRun(runs[0])
  ]
  return { table: seriesTable(targets), how: how.join(' ') }
}

function labNotes (name) {
  const result = recorded(`lab-${name}`)
  const [part] = result.parts
  const how = `${describePart(part)} ${describeEnvironment(result)}.`
  return comment(...rowsInWords(labTable(part)), how)
}

function priceBlock (step) {
  const [part] = recorded('lab-prices').parts
  const [row] = labTable(part).rows.filter(([name]) => name === step)
  return `**Price:** CPU time ${inOneLine(row[2])}; outside the kernel ${inOneLine(row[4])}.`
}

function inOneLine (cell) {
  return cell.replace(/\n(?=[a-z])/, ' ').replace(/\n(.*)/, ' ($1)')
}

function rowsInWords ({ head, rows }) {
  return rows.map(([name, ...cells]) => {
    const texts = cells.map((cell, i) => `${head[i + 1]} ${inOneLine(cell)}`)
    return `${name}: ${texts.filter((text, i) => cells[i]).join('; ')}`
  })
}

function reliabilityOverview () {
  const saved = listResults(RECORDED, /^reliability-.*\.json$/)
  saved.sort((a, b) => commandOf(a.result) < commandOf(b.result) ? -1 : 1)
  const head = ['check', 'problems', 'recorded']
  return markdownTable({ head, rows: saved.map(overviewRow) }, '---')
}

// A server of which all verdicts were right has no row.
function reliabilityBlock (result) {
  const rows = result.rows.filter(([, text]) => !ALL_RIGHT.test(text))
  const table = markdownTable({ head: ['', 'result'], rows }, '---')
  return `${table}\n\n${commandOf(result)}; ${describeEnvironment(result)}`
}

function overviewRow ({ file, result }) {
  const run = `Node.js ${result.environment.node}, ${result.startedAt.slice(0, 10)}`
  return [
    commandOf(result),
    result.problems.join('; ') || 'nothing',
    `[${run}](results/${path.basename(file)})`
  ]
}

function commandOf ({ kind, stage }) {
  return `\`make reliability-${kind}${stage ? ` STAGE=${stage}` : ''}\``
}

module.exports = { blockText }
