'use strict'

// Text for the terminal: a card, and a table.

const { styleText } = require('node:util')
const { bytes, percent, rough } = require('../util/numbers')

/** @import { NodeProcess, Style } from '../types' */

const INDENT = 2 // columns
const LABEL = 10 // columns that the name of a line takes
const LEAST_WIDTH = 40 // columns: there is a text beside a label
// Control characters but the end of a line, and what changes the direction of a text.
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu
const HEAD = ['pid', 'CPU', 'memory', 'port', 'user', 'script']
const LEFT = 4 // columns that are aligned left, from this one on
// By stdin, this tool has only its operand.
const OURS = /^npm |(^|\/)(npx-cli|npm-cli|whyslow)(\.js)?$|WHYSLOW_PIECE|^(\S*:)?\d+$/
/** @type {Record<string, { sign: string, color: Style }>} */
const SIGNS = {
  fault: { sign: '✗', color: 'red' },
  healthy: { sign: '✓', color: 'green' },
  unknown: { sign: '?', color: 'yellow' }
}
/** @type {Record<string, Style>} */
const STYLES = {
  doubt: 'yellow',
  close: 'yellow',
  time: 'dim',
  calls: 'dim',
  process: 'dim',
  load: 'dim',
  watched: 'dim',
  routes: 'dim',
  workers: 'dim'
}

/** @param {Style} style @param {string} text */
function paint (style, text) {
  return styleText(style, text, { stream: process.stdout })
}

/** @param {string} text of others, such as a name @returns {string} without control characters */
function toPrintable (text) {
  return text.replace(CONTROLS, '\ufffd')
}

/** @param {NodeJS.WriteStream} stream @returns columns; a terminal may say that it has 0 */
function widthOf ({ columns }) {
  return Math.max(LEAST_WIDTH, columns || 80)
}

// Breaks a text between words, or anywhere in a word that is longer than a line.
/** @param {string} text @param {number} width */
function wrapText (text, width) {
  const line = new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{1,${width}}`, 'g')
  return (toPrintable(text).match(line) ?? ['']).map((part) => part.trimEnd())
}

/** @param {string} text a notice or an error, whose lines break between words in a terminal */
function printNotice (text) {
  const width = widthOf(process.stderr)
  const lines = process.stderr.isTTY
    ? text.split('\n').flatMap((line) => /^\s/.test(line) ? line : wrapText(line, width))
    : [text]
  console.error(lines.join('\n'))
}

/**
 * Lays out a card.
 * @param {string} title in bold
 * @param {'fault'|'healthy'|'unknown'} outcome
 * @param {string} heading the verdict
 * @param {string} figure behind it
 * @param {string[][]} lines label and text of each; a third word keeps it whole, for a shell
 */
function layOut (title, outcome, heading, figure, lines) {
  const width = widthOf(process.stdout)
  const { sign, color } = SIGNS[outcome]
  const indent = ' '.repeat(INDENT)
  const [head, ...more] = wrapText(`${sign} ${title}: ${heading}`, width)
  const result = [paint(color, paint('bold', head))]
  for (const line of more) result.push(paint(color, paint('bold', indent + line)))
  for (const line of wrapText(figure, width - INDENT)) result.push(indent + line)
  result.push('')
  let style
  for (const [label, text, whole] of lines) {
    if (label) style = STYLES[label]
    const parts = whole ? [toPrintable(text)] : wrapText(text, width - INDENT - LABEL)
    for (const [i, line] of parts.entries()) {
      const start = indent + paint('bold', (i ? '' : label).padEnd(LABEL))
      result.push(start + (style ? paint(style, line) : line))
    }
  }
  return result.join('\n')
}

/**
 * Writes a table of processes, without those of npm and of this tool, and what to run next.
 * @param {NodeProcess[]} processes
 * @param {(pid: number) => string} commandFor gives the command that watches a process
 * @returns {string}
 */
function formatList (processes, commandFor) {
  const others = processes.filter(({ script }) => !OURS.test(script))
  if (!others.length) return 'no process of Node.js that you may see'
  const rows = others.map(({ pid, cores, bytes: size, ports, user, script }) =>
    [String(pid), percent(cores), bytes(rough(size)), ports.join(',') || '-', user, script])
  const table = [HEAD, ...rows]
  const widths = HEAD.map((_, i) => Math.max(...table.map((row) => row[i].length)))
  const lines = table.map((row) => row.map((text, i) =>
    i < LEFT ? text.padStart(widths[i]) : text.padEnd(widths[i])).join('  '))
  const width = process.stdout.isTTY ? widthOf(process.stdout) : Infinity
  const list = lines.map((line) => toPrintable(line).trimEnd().slice(0, width)).join('\n')
  const { pid } = others.find(({ ports }) => ports.length) ?? others[0]
  return `${list}\n\nTo watch process ${pid}:\n\n  ${commandFor(pid)}`
}

module.exports = { formatList, layOut, printNotice }
