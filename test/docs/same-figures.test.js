'use strict'

// One figure has one value, wherever the recorded series is shown.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { number, rough } = require('../../scripts/lib/cli/format')
const { RECORDED } = require('../../scripts/lib/load/results')
const { listResults } = require('../../scripts/lib/load/saved-results')
const { readText: read, ROOT } = require('../helpers/project')

const NAME = '(slow|fast|optimized|baseline)'
const BENCH = new RegExp(`^${NAME}: 100 connections for 10 s,[^]*?Req/Sec +│ +([\\d,.]+)`, 'gm')
const TABLE = new RegExp(`^│${NAME} *│[ ≥]*([\\d,.]+)│`, 'gm')

/** The cells of the rows of a block of a page. */
function blockOf (page, name) {
  const [, block] = read(page).match(new RegExp(`<!-- ${name} -->\\n([^]*?)<!-- /${name} -->`))
  const [, ...lines] = block.match(/^\| (?!---).*/gm)
  return lines.map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()))
}

const toNumber = (text) => Number(text.match(/[\d,.]+/)[0].replaceAll(',', ''))

const rows = blockOf('README.md', 'bench')

t.test('the picture shows the stages and the baseline with rounded req/s', async (t) => {
  t.strictSame(rows.map(([name]) => name), ['slow', 'fast', 'optimized', 'baseline'])
  for (const file of ['bench.svg', 'bench-dark.svg']) {
    const texts = Array.from(read(`docs/images/${file}`).matchAll(/<text[^>]*>([^<]*)</g),
      ([, text]) => text)
    for (const [name, rate] of rows) {
      const [median] = rate.replace('\u00a0', ' ').split('<br>')
      const rounded = median.replace(/[\d.,]+/, (digits) =>
        number(rough(Number(digits.replace(',', '')))))
      t.ok(texts.includes(name), `${name} in ${file}`)
      t.ok(texts.includes(`${rounded} req/s`), `${rounded} in ${file}`)
    }
  }
})

t.test('the notes of the slides and the other pages show the same cells', async (t) => {
  t.strictSame(blockOf('docs/modern-node.md', 'bench'), rows)
  const [, notes] = read('docs/slides/slides.md')
    .match(/<!-- slides-stages -->([^]*?)<!-- \/slides-stages -->/)
  for (const [name, rate, cpu, speedUp] of rows) {
    const [note] = notes.replaceAll('\u00a0', ' ').match(new RegExp(`^${name}: .*`, 'm'))
    for (const cell of [rate, cpu, speedUp]) {
      const text = cell.replaceAll('\u00a0', ' ').replace(/<br>(.*)/, ' ($1)')
      t.ok(note.includes(text), `${name} ${cell}`)
    }
  }
})

t.test('all that is quoted was recorded on one day and machine', async (t) => {
  const places = new Set()
  for (const { result } of listResults(RECORDED, /\.json$/)) {
    const { cpu, node, platform } = result.environment
    const day = result.startedAt.slice(0, 10)
    places.add(`${day}: ${cpu.model}, ${cpu.count} cores, ${platform}, Node.js ${node}`)
  }
  t.equal(places.size, 1, [...places].join('; '))
})

t.test('single runs elsewhere are at most half as fast again, or a third slower', async (t) => {
  const series = Object.fromEntries(rows.map(([name, rate]) => [name, toNumber(rate)]))
  const { events } = JSON.parse(read('docs/results/live-race.json'))
  const found = events.filter(({ type }) => type === 'result')
    .map(({ data: { result } }) => [result.target, result.requests.average])
  for (const chapter of fs.readdirSync(path.join(ROOT, 'docs/workshop'))) {
    const text = read(`docs/workshop/${chapter}`)
    for (const runs of [BENCH, TABLE]) {
      for (const [, name, rate] of text.matchAll(runs)) found.push([name, toNumber(rate)])
    }
  }
  t.ok(found.length >= 9, `${found.length} runs`)
  for (const [name, rate] of found) {
    const ratio = rate / series[name]
    t.ok(ratio > 1 / 1.5 && ratio < 1.5, `${name}: ${rate}, in README ${series[name]}`)
  }
})
