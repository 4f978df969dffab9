'use strict'

const t = require('tap')
const errors = require('../../scripts/lib/base/errors')

t.test('an error of the program itself is logged, a reader\'s is only shown', async (t) => {
  for (const [err, logged] of [[new TypeError('a bug'), 1], [new errors.UserError('too few'), 0]]) {
    const { Runner } = t.mockRequire('../../scripts/lib/live/runner', {
      '../../scripts/lib/base/errors': errors,
      '../../scripts/lib/measure/measure': { async measure () { throw err } },
      '../../scripts/lib/measure/results': { resultSaver () {} }
    })
    const seen = []
    const log = { info () {}, error: (err) => seen.push(err) }
    const eventLog = { write () {}, events: [] }
    const end = await new Runner(eventLog, log).start([{ name: 'it' }], {})
    t.strictSame(end, { outcome: 'failed', message: err.message })
    t.strictSame(seen, Array(logged).fill(err))
  }
})
