'use strict'

// The tables of docs/reliability.md, from the records that the checks save in docs/results.

const { listResults, RECORDED } = require('../measure/results')
const { describeEnvironment } = require('../present/result-table')
const { markdownTable } = require('../present/table')

/** @import { ReliabilityRecord } from './types' */

/** @param {ReliabilityRecord} record */
const commandOf = ({ kind, stage }) =>
  `\`make reliability-${kind}${stage ? ` STAGE=${stage}` : ''}\``

/**
 * Shows the records of one check side by side, one column for each stage.
 * @param {ReliabilityRecord[]} records
 * @returns {string} Markdown
 */
function recordsTable (records) {
  const head = ['', ...records.map(({ stage }) => stage ?? 'result')]
  const rows = records[0].rows.map(([label], i) =>
    [label, ...records.map((record) => record.rows[i][1])])
  const stage = records.length > 1 ? '…' : records[0].stage
  return `${markdownTable({ head, rows }, '---')}\n\n` +
    `${commandOf({ ...records[0], stage })}; ${describeEnvironment(records[0])}`
}

/**
 * Lists the problems of each record.
 * @param {ReliabilityRecord[]} records
 * @returns {string} Markdown
 */
function overviewTable (records) {
  const rows = records.map((record) => [
    commandOf(record),
    record.problems.join('; ') || 'nothing',
    `Node.js ${record.environment.node}, ${record.startedAt.slice(0, 10)}`
  ])
  return markdownTable({ head: ['check', 'problems', 'recorded'], rows }, '---')
}

/**
 * @param {string} name `reliability-overview`, or `reliability-` and the name of a check.
 * @returns {string} Markdown
 */
function reliabilityBlock (name) {
  const check = name.replace('reliability-', '')
  const { saved } = listResults(RECORDED, /^reliability-.*\.json$/)
  const records = saved.sort((a, b) => a.file < b.file ? -1 : 1).map(({ result }) => result)
  if (check === 'overview') return overviewTable(records)
  return recordsTable(records.filter(({ kind }) => kind === check))
}

module.exports = { overviewTable, recordsTable, reliabilityBlock }
