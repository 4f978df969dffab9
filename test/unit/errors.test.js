'use strict'

const t = require('tap')
const { lastLines } = require('../../scripts/lib/cli/errors')

t.test('the last 30 lines of an output are kept', async (t) => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i}`)
  t.equal(lastLines(lines.join('\n')), lines.slice(10).join('\n'))
  t.equal(lastLines('\n  a\nb\n\n'), 'a\nb')
})
