'use strict'

// The blocks of docs/reliability.md that show recorded reliability runs: functions that return Markdown.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { readResult, RECORDED } = require('../measure/results')
const { describeEnvironment } = require('../present/result-table')
const { markdownTable } = require('../present/table')

/**
 * @typedef {object} ReliabilityRecord what a reliability run saves, with figures of its own
 * @property {string} kind the name of the check
 * @property {string} [stage]
 * @property {string} startedAt
 * @property {import('../system/environment').Environment} environment
 * @property {[label: string, text: string][]} rows of its table
 * @property {string[]} problems that it found
 * @property {{name: string, versions: string[], advisory: string, why: string}[]} [advisories] of the supply chain:
 *   packages with a known vulnerability, and why it cannot matter here
 */

const CHECKS = ['soak', 'fuzz', 'slow-clients', 'conditional', 'cache', 'faults', 'crash-test', 'node-versions',
  'steadiness', 'mutation', 'supply-chain', 'probe-cost', 'diagnose-accuracy', 'k6']
const STAGES = ['slow', 'fast', 'optimized', 'live']

/** @param {string} check @returns {ReliabilityRecord[]} its recorded runs, stage by stage */
function readRecords (check) {
  const files = ['', ...STAGES.map((stage) => `-${stage}`)]
    .map((suffix) => path.join(RECORDED, `reliability-${check}${suffix}.json`)).filter((file) => fs.existsSync(file))
  if (!files.length) throw new UserError(`no run of ${check} in docs/results: make reliability-${check} RECORD=1`)
  return files.map((file) => readResult(file))
}

/** @type {(check: string, records: ReliabilityRecord[], stage?: string) => string} */
const makeCommand = (check, { length }, stage) => `\`make reliability-${check}${length > 1 ? ` STAGE=${stage}` : ''}\``

/** @type {(check: string, records: ReliabilityRecord[]) => string} one table for all records, with a column for each */
function recordsTable (check, records) {
  const rows = records[0].rows.map(([label], i) => [label, ...records.map(({ rows }) => rows[i][1])])
  const table = markdownTable({ head: ['', ...records.map(({ stage }) => stage ?? 'result')], rows }, '---')
  return `${table}\n\n${makeCommand(check, records, '…')}; ${describeEnvironment(records[0])}`
}

/** @type {(check: string, records: ReliabilityRecord[]) => string[][]} */
const overviewRows = (check, records) => records.map(({ stage, problems, environment: { node }, startedAt }) =>
  [makeCommand(check, records, stage), problems.join('; ') || 'nothing', `Node.js ${node}, ${startedAt.slice(0, 10)}`])

/** @param {ReliabilityRecord} record of the supply chain */
const advisoriesTable = ({ advisories = [] }) => markdownTable({
  head: ['package', 'advisory', 'why it cannot matter here'],
  rows: advisories.map(({ name, versions, advisory, why }) =>
    [`${name} ${versions.join(', ')}`, `[${advisory}](https://github.com/advisories/${advisory})`, why])
}, '---')

const blocks = {
  ...Object.fromEntries(CHECKS.map((check) => [`reliability-${check}`, () => recordsTable(check, readRecords(check))])),
  'reliability-overview': () => markdownTable({
    head: ['check', 'problems', 'recorded'],
    rows: CHECKS.flatMap((check) => overviewRows(check, readRecords(check)))
  }, '---'),
  'reliability-advisories': () => advisoriesTable(readRecords('supply-chain')[0])
}

module.exports = { CHECKS, advisoriesTable, blocks, overviewRows, recordsTable }
