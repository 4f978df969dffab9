'use strict'

const t = require('tap')
const { FAULTS } = require('whyslow/internals')
const { fillLimits, fillUses } = require('../../docs/tools/last-columns')

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

t.test('each fault has its limits, also two of one verdict; none is left out', async (t) => {
  const row = ({ verdict }, cell) => `| ${verdict} | watched | its growth | ${cell} |`
  const rows = FAULTS.map((fault) => row(fault, 'old'))
  const computing = FAULTS.filter(({ verdict }) => verdict === 'event loop blocked by computation')
  const filled = fillLimits(rows.join('\n')).split('\n')
  t.notOk(filled.some((line) => line.includes('old')))
  const cells = ['`jobStallShare` 15\u00a0%', '`cpuPerRequestMs` 2\u00a0ms<br>`elu` 80\u00a0%']
  t.strictSame(filled.slice(-2), computing.map((fault, i) => row(fault, cells[i])))
  const { message } = t.throws(() => fillLimits(rows.slice(1).join('\n')))
  t.equal(message, 'docs/reference.md has no row for "requests fail"')
})
