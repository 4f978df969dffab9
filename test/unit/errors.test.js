'use strict'

const t = require('tap')
const { FindingError, lastLines, UsageError, UserError } = require('../../scripts/lib/base/errors')

t.test('each kind of error has its exit code, and all are user errors', async (t) => {
  const codes = [UserError, UsageError, FindingError].map((Kind) => new Kind('what to do'))
  t.strictSame(codes.map(({ exitCode, message }) => [exitCode, message]),
    [[1, 'what to do'], [2, 'what to do'], [3, 'what to do']])
  t.ok(codes.every((error) => error instanceof UserError))
})

t.test('lastLines keeps the last 30 lines of an output', async (t) => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i}`)
  t.equal(lastLines(lines.join('\n')), lines.slice(10).join('\n'))
  t.equal(lastLines('\n  a\nb\n\n'), 'a\nb')
  t.equal(lastLines(''), '')
})
