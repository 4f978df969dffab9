'use strict'

const t = require('tap')
const { FindingError, lastLines, UsageError, UserError } = require('../../scripts/lib/base/errors')

t.test('each kind of error has its exit code, and all are user errors', async (t) => {
  const errors = [UserError, UsageError, FindingError].map((Kind) => new Kind('what to do'))
  t.strictSame(errors.map(({ exitCode }) => exitCode), [1, 2, 3])
  for (const error of errors) t.ok(error instanceof UserError)
})

t.test('the last 30 lines of an output are kept', async (t) => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i}`)
  t.equal(lastLines(lines.join('\n')), lines.slice(10).join('\n'))
  t.equal(lastLines('\n  a\nb\n\n'), 'a\nb')
})
