'use strict'

const { bytes, percent, rough } = require('../util/numbers')
const { toPrintable } = require('./lines')

/** @import { NodeProcess } from '../types' */

const HEAD = ['pid', 'CPU', 'memory', 'port', 'user', 'script']
const LEFT = 4 // columns that are aligned left, from this one on

/**
 * Writes a table of processes.
 * @param {NodeProcess[]} processes
 * @returns {string}
 */
function formatList (processes) {
  const rows = processes.map(({ pid, cores, bytes: size, ports, user, script }) =>
    [String(pid), percent(cores), bytes(rough(size)), ports.join(',') || '-', user, script])
  const table = [HEAD, ...rows]
  const widths = HEAD.map((_, i) => Math.max(...table.map((row) => row[i].length)))
  const lines = table.map((row) => row.map((text, i) =>
    i < LEFT ? text.padStart(widths[i]) : text.padEnd(widths[i])).join('  '))
  const width = process.stdout.columns || Infinity
  return lines.map((line) => toPrintable(line).trimEnd().slice(0, width)).join('\n')
}

module.exports = { formatList }
