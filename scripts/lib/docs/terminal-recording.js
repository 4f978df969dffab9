'use strict'

// Records a command in a terminal, and draws the recording as an SVG that plays once and keeps the last screen.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { escape } = require('../present/html')
const { installPackages } = require('../system/npm')
const { runProcess } = require('../system/process')
const { ROOT } = require('../system/root')
const { temporaryFolder } = require('../system/watchdog')
const { DOCS } = require('./build-slides')

const [COLUMNS, ROWS] = [80, 50] // so many rows that nothing scrolls away
const [CELL, LINE, SIZE, MARGIN] = [8, 15, 13, 12] // px: with this height, the lines of a table join
const TOGETHER = 0.05 // s: what is written within this time is one screen
const LONGEST_WAIT = 1 // s
const LENGTH = 5 // s: what moves for longer needs a button that pauses it (WCAG 2.2, success criterion 2.2.2)
const [PAPER, EDGE, INK, DIM] = ['#161b22', '#444c56', '#e6edf3', '#9aa5b1']
const COLOURS = [DIM, '#ff7b72', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', INK] // in the order of ANSI

/**
 * @typedef {{x: number, text: string, style: string}} Word `x`: its column, from 0; `style`: CSS
 * @typedef {{time: number, rows: Word[][]}} Screen `time`: s since the start
 */

/** @type {(command: string, signal?: AbortSignal) => Promise<Screen[]>} on Linux; rejects with a UserError */
async function recordTerminal (command, signal) {
  await installPackages(DOCS, 'the terminal recordings', signal)
  const { Terminal } = require(path.join(DOCS, 'node_modules/@xterm/headless'))
  const terminal = new Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true })
  const prompt = { time: 0, bytes: Buffer.from(`\x1b[1m$ ${command}\x1b[0m\r\n`) }
  const writes = [prompt, ...await runScript(command, signal)]
  /** @type {Screen[]} */
  const screens = []
  for (const [i, { time, bytes }] of writes.entries()) {
    await new Promise((resolve) => terminal.write(bytes, () => resolve(undefined)))
    if (writes[i + 1]?.time - time < TOGETHER) continue
    screens.push({ time, rows: Array.from({ length: ROWS }, (_, y) => readRow(terminal.buffer.active.getLine(y))) })
  }
  return screens
}

/** @type {(command: string, signal?: AbortSignal) => Promise<{time: number, bytes: Buffer}[]>} by util-linux */
async function runScript (command, signal) {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'terminal-'))
  const [output, timing] = ['output', 'timing'].map((name) => path.join(folder, name))
  const files = ['--log-out', output, '--log-timing', timing]
  const inTerminal = `stty cols ${COLUMNS} rows ${ROWS} && ${command}`
  const plain = { SHELL: '/bin/sh', TERM: 'xterm-256color', OPEN: '0', CI: undefined, NO_COLOR: undefined }
  const env = { ...process.env, ...plain }
  try {
    const args = ['--quiet', '--flush', '--return', ...files, '--command', inTerminal]
    await runProcess(['script', ...args], { cwd: ROOT, env, signal })
    const bytes = fs.readFileSync(output)
    let [place, time] = [bytes.indexOf('\n') + 1, 0] // below script's own first line
    return fs.readFileSync(timing, 'utf8').trim().split('\n').map((line) => {
      const [wait, length] = line.split(' ').map(Number)
      time += wait
      place += length
      return { time, bytes: bytes.subarray(place - length, place) }
    })
  } finally {
    remove()
  }
}

/** @param {any} line an IBufferLine of xterm.js @returns {Word[]} */
function readRow (line) {
  /** @type {Word[]} */
  const words = []
  for (let x = 0; x < COLUMNS; x++) {
    const cell = line.getCell(x)
    const text = cell.getChars().trim()
    if (!text) continue
    const fill = cell.isDim() ? DIM : cell.isFgPalette() ? COLOURS[cell.getFgColor() % 8] : INK
    const style = `fill:${fill}${cell.isBold() ? ';font-weight:700' : ''}`
    const last = words.at(-1)
    if (last?.style === style && last.x + last.text.length === x) last.text += text
    else words.push({ x, text, style })
  }
  return words
}

/** @type {(screens: Screen[]) => string} an SVG. Where nothing moves, it shows the last screen */
function drawRecording (screens) {
  const drawn = screens.map(({ time, rows }) => ({ time, rows: rows.map(drawRow) }))
    .filter(({ rows }, i, all) => rows.join() !== all[i - 1]?.rows.join())
  const times = shortenWaits(drawn.map(({ time }) => time))
  const count = (screens.at(-1)?.rows.findLastIndex((words) => words.length > 0) ?? 0) + 1
  const rows = Array.from({ length: count }, (_, y) => animateRow(drawn.map(({ rows }) => rows[y]), times))
  const [width, height] = [COLUMNS * CELL + 2 * MARGIN, count * LINE + 2 * MARGIN]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>
text { font: ${SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
.old { visibility: hidden }
@keyframes hide { from, to { visibility: hidden } }
@keyframes show { from, to { visibility: visible } }
@media (prefers-reduced-motion: reduce) { g { animation: none !important } }
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${PAPER}" stroke="${EDGE}"/>
${rows.flat().join('\n')}
</svg>
`
}

/** @type {(words: Word[], y: number) => string} each word has its place and width: in any font, the columns line up */
const drawRow = (words, y) => words.map(({ x, text, style }) => `<text x="${MARGIN + x * CELL}" ` +
  `y="${MARGIN + y * LINE + SIZE - 1}" textLength="${text.length * CELL}" lengthAdjust="spacingAndGlyphs" ` +
  `style="${style}">${escape(text)}</text>`).join('')

/** @type {(times: number[]) => number[]} */
function shortenWaits (times) {
  const waits = times.map((time, i) => Math.min(LONGEST_WAIT, time - (times[i - 1] ?? time)))
  const total = (/** @type {number} */ i) => waits.slice(0, i + 1).reduce((sum, wait) => sum + wait, 0)
  return waits.map((_, i) => total(i) * Math.min(1, LENGTH / total(waits.length)))
}

/** @type {(versions: string[], times: number[]) => string[]} what the row shows at these times, one after another */
function animateRow (versions, times) {
  const starts = versions.flatMap((version, i) => version === versions[i - 1] ? [] : [i])
  return starts.map((start, i) => {
    const [from, to] = [times[start], times[starts[i + 1]]]
    const animation = to === undefined ? `hide ${seconds(from)}` : `show ${seconds(to - from)} ${seconds(from)}`
    return versions[start] &&
      `<g${to === undefined ? '' : ' class="old"'} style="animation:${animation}">${versions[start]}</g>`
  }).filter(Boolean)
}

/** @param {number} value */
const seconds = (value) => `${Number(value.toFixed(2))}s`

module.exports = { drawRecording, recordTerminal }
