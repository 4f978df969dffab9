'use strict'

const t = require('tap')
const errors = require('../../scripts/lib/base/errors')

t.test('an error of the program itself is printed, a reader\'s is only shown', async (t) => {
  for (const [err, isPrinted] of [
    [new TypeError('a bug'), true],
    [new errors.UserError('too few'), false]
  ]) {
    const { Runner } = t.mockRequire('../../scripts/lib/live/runner', {
      '../../scripts/lib/base/errors': errors,
      '../../scripts/lib/measure/measure': { async measure () { throw err } },
      '../../scripts/lib/measure/results': { resultSaver () {}, RESULTS: t.testdir({}) }
    })
    const printed = t.capture(console, 'error')
    const end = await new Runner().start({ targets: ['slow'] })
    t.strictSame(end, { outcome: 'failed', message: err.message })
    t.strictSame(printed.args(), isPrinted ? [[err]] : [])
  }
})
