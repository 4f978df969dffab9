'use strict'

// Results as Markdown, with where, when and how they were measured.

/** @import { Lab, LabResult } from '../../scripts/lib/compare/types' */
/** @import { Header, Result } from '../../scripts/lib/load/types' */
/** @import { TableData } from '../../scripts/lib/show/types' */

const { checkClaims } = require('../../scripts/lib/compare/lab-analysis')
const { describeLoad } = require('../../scripts/lib/load/load-settings')
const { describePart, labTable } = require('../../scripts/lib/show/lab-table')

/** @param {TableData} table @param {'---'|'---:'} [align] of all columns but the first */
function markdownTable ({ head, rows }, align = '---:') {
  const rule = head.map((_, i) => i ? align : '---')
  const lines = [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines
    .map((line) => line.replaceAll('\n', '<br>'))
    .join('\n')
    // A unit stays with its figure.
    .replaceAll(/(?<=\d) (?=[µm]?s\b|[%×])|(?<=[≥≤]) /g, '\u00a0')
}

/**
 * @param {LabResult} result
 * @param {Lab} lab
 * @returns Markdown of each part by its name, and of the claims
 */
function labMarkdown (result, lab) {
  /** @type {Record<string, string>} */
  const blocks = {}
  const place = describeEnvironment(result)
  for (const part of result.parts) {
    const table = part.skipped ? '' : markdownTable(labTable(part, lab))
    blocks[part.name] = `${table}\n\n${describePart(part, lab)}\n\n${place}.`
  }
  const shown = checkClaims(result, lab).filter(({ verdict }) => verdict === 'shown')
  blocks.claims = shown.map(({ text }) => `- ${text}.`).join('\n')
  return blocks
}

/** @param {Result} result of a series @returns {string} where, when and how it was measured */
function describeRun (result) {
  const place = 'server and load generator on one machine'
  return `${describeEnvironment(result)}; ${describeLoad(result.load)} a run, ${place}.`
}

/** @param {Pick<Header, 'environment'|'startedAt'>} result @returns {string} where and when */
function describeEnvironment ({ environment, startedAt }) {
  const { cpu, node, platform } = environment
  const machine = `${cpu.model}, ${cpu.count} cores, ${platform}`
  return `${machine}, Node.js ${node}, ${startedAt.slice(0, 10)}`
}

module.exports = {
  describeEnvironment,
  describeRun,
  labMarkdown,
  markdownTable
}
