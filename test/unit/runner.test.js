'use strict'

const t = require('tap')
const errors = require('../../scripts/lib/base/errors')
const results = require('../../scripts/lib/measure/results')

t.test('an error of the program itself is logged, a reader\'s is only shown', async (t) => {
  for (const [err, isLogged] of [
    [new TypeError('a bug'), true],
    [new errors.UserError('too few'), false]
  ]) {
    const logged = []
    const pino = () => ({ error: (err) => logged.push(err) })
    const { Runner } = t.mockRequire('../../scripts/lib/live/runner', {
      pino: Object.assign(pino, { destination () {} }),
      '../../scripts/lib/base/errors': errors,
      '../../scripts/lib/measure/measure': { async measure () { throw err } },
      '../../scripts/lib/measure/results': {
        ...results,
        resultSaver () {},
        RESULTS: t.testdir({})
      }
    })
    const end = await new Runner().start({ targets: ['slow'] })
    t.strictSame(end, { outcome: 'failed', message: err.message })
    t.strictSame(logged, isLogged ? [err] : [])
  }
})
