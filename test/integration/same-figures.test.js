'use strict'

// One figure has one value, wherever the recorded series is shown.

const t = require('tap')
const { number, rough } = require('../../scripts/lib/cli/format')
const { readText: read } = require('../helpers/project')

/** The cells of the rows of a block of a page. */
function blockOf (page, name) {
  const [, block] = read(page).match(new RegExp(`<!-- ${name} -->\\n([^]*?)<!-- /${name} -->`))
  const [, ...lines] = block.match(/^\| (?!---).*/gm)
  return lines.map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()))
}

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
