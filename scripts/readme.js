'use strict'

// make readme: writes what the docs show of recorded runs, so that no figure in them is typed by hand.

require('./lib/node-version')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('./lib/command')
const { names, ROOT } = require('./lib/contenders')
const { UserError } = require('./lib/errors')
const measuring = require('./lib/measuring')
const { read, RECORDED } = require('./lib/results')
const { machine, markdown, several } = require('./lib/table')

const PAGES = ['README.md', 'docs/modern-node.md', 'docs/measuring.md']

/** What may stand between `<!-- name -->` and `<!-- /name -->` in a page. */
const blocks = {
  ...measuring,
  bench () {
    const results = names.map((name) => read(path.join(RECORDED, `bench-${name}.json`)))
    const { head, rows } = several(results)
    return `${markdown(head, rows)}\n\n${machine(results)}`
  }
}

/** @param {string} page Markdown */
function fill (page) {
  return page.replace(/<!-- (\S+) -->\n[^]*?<!-- \/\1 -->/g, (block, name) => {
    if (!blocks[name]) throw new UserError(`no block "${name}": choose from ${Object.keys(blocks).join(', ')}`)
    return `<!-- ${name} -->\n${blocks[name]()}\n<!-- /${name} -->`
  })
}

command({
  usage: 'readme.js',
  summary: `Writes the recorded figures into ${PAGES.join(', ')}.`,
  flags: { check: { type: 'boolean', help: 'write nothing; fail where a page does not show the recorded figures' } }
}, ({ values }) => {
  for (const name of PAGES) {
    const file = path.join(ROOT, name)
    const page = fs.readFileSync(file, 'utf8')
    const filled = fill(page)
    if (filled === page) continue
    if (values.check) throw new UserError(`${name} does not show the recorded figures: run make readme`)
    fs.writeFileSync(file, filled)
    console.log(`${name} written`)
  }
})
