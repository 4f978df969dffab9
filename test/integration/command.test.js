'use strict'

// What all commands have in common, shown by a small one.

const { once } = require('node:events')
const path = require('node:path')
const t = require('tap')
const { matchExpected } = require('../helpers/expected')
const { noSignals, startScript, ROOT } = require('../helpers/project')

const base = (name) => JSON.stringify(path.join(ROOT, 'scripts/lib/cli', name))
const PROBE = `
  const { command } = require(${base('command')})
  const { FindingError, UserError } = require(${base('errors')})
  const { integer, number, openFlag, yesNo } = require(${base('flags')})
  const ENDS = {
    env: () => console.log(JSON.stringify(process.env)),
    error: () => { throw new UserError('DURATION=2 is too short') },
    finding: () => { throw new FindingError('what was found') },
    bug: () => { throw new Error('a bug') },
    never: () => new Promise(() => {}),
    async finish (signal) {
      console.log('waits')
      const timer = setInterval(() => {}, 1000)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      clearInterval(timer)
    },
    async wait (signal) {
      await ENDS.finish(signal)
      throw new Error('ended by the abort')
    },
    print: () => setInterval(() => console.log('x'.repeat(1e5)), 1)
  }
  command({
    summary: 'Probes.',
    operands: [
      { name: 'end', required: true, choices: Object.keys(ENDS), help: 'how\\nit ends' }
    ],
    flags: {
      'live-port': integer(1, 9, 'its port', 4),
      'min-ratio': number(-1, 2, 'a ratio'),
      record: yesNo('record it'),
      open: openFlag
    },
    untilInterrupted: process.argv.includes('--record')
  }, ({ signal, operands: [end] }) => ENDS[end](signal))`

t.jobs = 2 // half of the time they wait

const cwd = t.testdir({ 'probe.js': PROBE })

/** Starts the command, which may not hang. */
const start = (args, env) => startScript('probe.js', args, { cwd, env, timeout: 30_000 })

t.test('--help tells all', async (t) => {
  const { code, stdout } = await start(['--help', '--wrong']).outcome
  t.equal(code, 0)
  matchExpected(t, 'help', stdout.replace(/\S*probe\.js/, 'probe.js'))
})

t.test('an error is one line and an exit code; only a bug has a stack', async (t) => {
  const cases = [
    ['error', 1, /^probe: DURATION=2 is too short\n$/],
    ['finding', 3, /^probe: what was found\n$/],
    ['bug', 1, /^Error: a bug\n {4}at /],
    ['never', 1, /^probe: ended before its work was done\. Run .*\n$/]
  ]
  for (const [end, code, message] of cases) {
    const outcome = await start([end]).outcome
    t.strictSame([outcome.code, outcome.stdout], [code, ''], end)
    t.match(outcome.stderr, message)
  }
})

t.test('a command does not pass on what make exports to it', async (t) => {
  const env = { RECORD: '1', SIZE: '1', MAKEFLAGS: ' -- RECORD=1', MAKELEVEL: '1' }
  const { stdout } = await start(['env', '--RECORD=1'], env).outcome
  const passed = Object.keys(JSON.parse(stdout))
  t.strictSame(passed.filter((name) => /RECORD|MAKE|SIZE/.test(name)), ['SIZE'])
})

t.test('a signal aborts, and gives the exit code', { skip: noSignals }, async (t) => {
  for (const [signal, code, args, env] of [
    ['SIGINT', 130, ['wait']],
    ['SIGTERM', 143, ['finish']],
    ['SIGINT', 0, ['wait', '--record']],
    ['SIGINT', 0, ['wait'], { MAKELEVEL: '1' }]
  ]) {
    const { child, outcome } = start(args, env)
    await once(child.stdout, 'data')
    child.kill(signal)
    const stderr = code ? 'probe: interrupted\n' : ''
    t.strictSame(await outcome, { code, signal: null, stdout: 'waits\n', stderr }, signal)
  }
})

t.test('a command ends with the reader of its output', { skip: noSignals }, async (t) => {
  const { child, outcome } = start(['print'])
  outcome.catch(() => {}) // the output is not read to its end
  await once(child.stdout, 'data')
  child.stdout.destroy()
  t.strictSame(await once(child, 'close'), [1, null])
})
