'use strict'

// The tables of docs/reliability.md, from the records that the checks save in docs/results.

const { listResults, RECORDED } = require('../measure/results')
const { describeEnvironment } = require('../present/result-table')
const { markdownTable } = require('../present/table')

/** @import { ReliabilityRecord } from './types' */

/** @param {string} kind @param {string} [stage] */
function commandOf (kind, stage) {
  return `\`make reliability-${kind}${stage ? ` STAGE=${stage}` : ''}\``
}

/** @param {ReliabilityRecord[]} records Of one check: a column for each stage. */
function recordsTable (records) {
  const [{ kind, stage, rows }] = records
  const head = ['', ...records.map(({ stage }) => stage ?? 'result')]
  const cells = rows.map(([label], i) => [label, ...records.map(({ rows }) => rows[i][1])])
  const command = commandOf(kind, records.length > 1 ? '…' : stage)
  return `${markdownTable({ head, rows: cells }, '---')}\n\n` +
    `${command}; ${describeEnvironment(records[0])}`
}

/** @param {ReliabilityRecord[]} records */
function overviewTable (records) {
  const rows = records.map(({ kind, stage, problems, environment, startedAt }) => [
    commandOf(kind, stage),
    problems.join('; ') || 'nothing',
    `Node.js ${environment.node}, ${startedAt.slice(0, 10)}`
  ])
  return markdownTable({ head: ['check', 'problems', 'recorded'], rows }, '---')
}

/**
 * @param {string} check Its name, or `overview`.
 * @param {string} [folder] With the records.
 * @returns {string} Markdown
 */
function reliabilityBlock (check, folder = RECORDED) {
  const { saved } = listResults(folder, /^reliability-.*\.json$/)
  const records = saved.sort((a, b) => a.file < b.file ? -1 : 1).map(({ result }) => result)
  if (check === 'overview') return overviewTable(records)
  return recordsTable(records.filter(({ kind }) => kind === check))
}

module.exports = { reliabilityBlock }
