'use strict'

// The runs of the live page, without a page.

const path = require('node:path')
const t = require('tap')
const { Runner } = require('../../scripts/lib/live/runner')

const SERVER = `require('node:http').createServer((req, res) => res.end())
  .listen(process.env.PORT, process.env.HOST)`
const SETTINGS = { targets: ['shop'], connections: 1, duration: 1 }

/** A runner of a server with this code, which saves nothing; `logged` is what it logs. */
function runnerOf (t, code) {
  const logged = []
  const file = path.join(t.testdir({ 'server.js': code }), 'server.js')
  const runner = new Runner({ own: { name: 'shop', file, warmup: 0 } })
  runner.log = { error: (entry) => logged.push(entry) }
  runner.saveLoad = () => null
  runner.saveRun = () => null
  const dataOf = (wanted) =>
    runner.eventLog.events.filter(({ type }) => type === wanted).map(({ data }) => data)
  return { runner, logged, dataOf }
}

t.test('an error of the reader\'s server is only shown', async (t) => {
  const { runner, logged } = runnerOf(t, 'process.exit(3)')
  const { outcome, message } = await runner.start(SETTINGS)
  t.strictSame([outcome, logged], ['failed', []])
  t.match(message, /^shop .*exit code 3/)
})

t.test('an error of the program itself is logged, too', async (t) => {
  const { runner, logged } = runnerOf(t, SERVER)
  const bug = new TypeError('a bug')
  runner.own.request = { get path () { throw bug } }
  t.strictSame(await runner.start(SETTINGS), { outcome: 'failed', message: 'a bug' })
  t.strictSame(logged, [bug])
})

t.test('a result that cannot be saved is shown', async (t) => {
  const { runner, logged, dataOf } = runnerOf(t, SERVER)
  t.strictSame(await runner.start(SETTINGS), { outcome: 'done' })
  const [{ result, file }] = dataOf('result')
  t.strictSame([result.target, file, logged], ['shop', null, []])
})

t.test('stop ends when the run has ended', async (t) => {
  const { runner, dataOf } = runnerOf(t, SERVER)
  runner.start({ ...SETTINGS, duration: 60 })
  await runner.stop()
  t.strictSame(dataOf('end'), [{ outcome: 'stopped' }])
})

t.test('a profile that is stopped before it begins says so, and nothing else fails', async (t) => {
  const { runner, dataOf } = runnerOf(t, SERVER)
  const profiled = t.rejects(runner.profile(SETTINGS))
  await runner.stop()
  t.equal((await profiled).message, 'stopped')
  t.strictSame(dataOf('flame'), [])
})
