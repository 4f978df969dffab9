'use strict'

const t = require('tap')
const { fillUses } = require('../../docs/tools/sources')

t.test('a source names the pages that link to it, and keeps what nobody links to', async (t) => {
  const table = (a, b) => `| source | used in |
| --- | --- |
| [RFC](https://example.com/rfc) | ${a} |
| [A book](https://example.com/book) | ${b} |
`
  const pages = {
    'docs/measuring.md': '# Measuring\n\n[section 2](https://example.com/rfc#section-2)\n',
    'docs/workshop/01-set-up.md': '# 1. Set up\n\n[the RFC](https://example.com/rfc)\n'
  }
  t.equal(fillUses(table('old', 'the tests'), pages),
    table('[Measuring](measuring.md), [1. Set up](workshop/01-set-up.md)', 'the tests'))
})
