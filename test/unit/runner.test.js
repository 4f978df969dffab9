'use strict'

const { setImmediate } = require('node:timers/promises')
const t = require('tap')
const errors = require('../../scripts/lib/cli/errors')
const results = require('../../scripts/lib/load/results')

/** A runner that measures with this function; `logged` is what it logs. */
function runnerWith (t, measure) {
  const logged = []
  t.intercept(console, 'error', { value: (entry) => logged.push(entry) })
  const { Runner } = t.mockRequire('../../scripts/lib/live/runner', {
    '../../scripts/lib/cli/errors': errors,
    '../../scripts/lib/load/measure': { measure },
    '../../scripts/lib/load/results': { ...results, resultSaver: () => () => null }
  })
  return { runner: new Runner(), logged }
}

t.test('an error of the program itself is logged, a reader\'s is only shown', async (t) => {
  for (const [err, isLogged] of [
    [new TypeError('a bug'), true],
    [new errors.UserError('too few'), false]
  ]) {
    const { runner, logged } = runnerWith(t, async () => { throw err })
    const end = await runner.start({ targets: ['slow'] })
    t.strictSame(end, { outcome: 'failed', message: err.message })
    t.strictSame(logged, isLogged ? [err] : [])
  }
})

t.test('a result that cannot be saved is shown', async (t) => {
  const { runner, logged } = runnerWith(t, async () => 'the result')
  t.strictSame(await runner.start({ targets: ['slow'] }), { outcome: 'done' })
  const [{ data }] = runner.eventLog.events.filter(({ type }) => type === 'result')
  t.strictSame([data, logged], [{ result: 'the result', file: null }, []])
})

t.test('stop ends when the run has ended', async (t) => {
  let isMeasuring = false
  const { runner } = runnerWith(t, async (target, load, { signal }) => {
    isMeasuring = true
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await setImmediate() // its server ends
    isMeasuring = false
  })
  runner.start({ targets: ['slow'] })
  t.ok(isMeasuring)
  await runner.stop()
  t.notOk(isMeasuring)
})

t.test('a profile that is stopped before it begins says so, and nothing else fails', async (t) => {
  const { runner } = runnerWith(t, async (target, load, { sendSampled, signal }) => {
    const send = () => new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    await sendSampled({ ask: () => t.fail('no profile is taken') }, send)
  })
  const profiled = runner.profile({ targets: ['fast'], connections: 1 })
  const rejected = t.rejects(profiled)
  await runner.stop()
  t.equal((await rejected).message, 'stopped')
})
