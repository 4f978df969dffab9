'use strict'

// One figure has one value, wherever the recorded series is shown.

const t = require('tap')
const { report } = require('../../scripts/lib/present/report')
const { recorded } = require('../../scripts/lib/docs/recorded')
const { readText: read } = require('../helpers/project')

/** The cells of the rows of a table, as they stand in all places. */
function cellsOf (lines, separator) {
  return lines.map((line) => {
    const text = line.replaceAll('\u00a0', ' ').replaceAll('<br>', '; ')
    return text.split(separator).map((cell) => cell.trim())
  })
}

/** The rows of a block of a page. */
function blockOf (page, name) {
  const [, block] = read(page).match(new RegExp(`<!-- ${name} -->\\n([^]*?)<!-- /${name} -->`))
  const [, ...lines] = block.match(/^\| (?!---).*/gm)
  return cellsOf(lines, '|').map((cells) => cells.slice(1, -1))
}

const rows = blockOf('README.md', 'bench')

t.test('the picture shows the stages, the baseline and their requests per second', async (t) => {
  t.strictSame(rows.map(([name]) => name), ['slow', 'fast', 'optimized', 'baseline'])
  for (const file of ['bench.svg', 'bench-dark.svg']) {
    const texts = Array.from(read(`docs/images/${file}`).matchAll(/<text[^>]*>([^<]*)</g),
      ([, text]) => text)
    for (const [name, rate] of rows) {
      t.ok(texts.includes(name) && texts.includes(rate.split(';')[0]), `${name} ${rate} in ${file}`)
    }
  }
})

t.test('the report shows the same cells', async (t) => {
  const html = await report({ saved: [recorded('bench-node-26')], profiles: [] })
  const lines = Array.from(html.matchAll(/<tr>(<td>.*?)<\/tr>/g), ([, cells]) => cells)
  const cells = cellsOf(lines, /<\/?td>/).map((line) => line.filter((_, i) => i % 2))
  t.strictSame(cells.filter(({ length }) => length > 1).slice(0, 4), rows)
})

t.test('the slides and the other pages show the same cells', async (t) => {
  t.strictSame(blockOf('docs/modern-node.md', 'bench'), rows)
  t.strictSame(blockOf('docs/measuring.md', 'bench'), rows)
  const shown = rows.map(([name, rate, cpu, speedUp, , limit]) => [name, rate, cpu, speedUp, limit])
  t.strictSame(blockOf('docs/slides/slides.md', 'slides-stages'), shown)
})
