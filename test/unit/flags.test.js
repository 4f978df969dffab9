'use strict'

const t = require('tap')
const {
  choice, integer, number, openFlag, readCommandLine, text, yesNo
} = require('../../scripts/lib/cli/flags')
const { matchExpected } = require('../helpers/expected')

const SPEC = {
  name: 'probe',
  operands: [
    { name: 'end', required: true, choices: ['show', 'print'] },
    { name: 'more', choices: ['a', 'b'], many: true }
  ],
  flags: {
    'live-port': integer(1, 9, 'its port', 4),
    'min-ratio': number(-1, 2, 'a ratio'),
    host: text('an address', 'here'),
    step: choice(['fix', 'noop'], 'a step'),
    record: yesNo('record it'),
    open: openFlag
  }
}
const DEFAULTS = { 'live-port': 4, host: 'here', open: true }

const read = (line, spec = SPEC) => readCommandLine(spec, line.split(' ').filter(Boolean))

t.test('a setting comes from a flag or from make', async (t) => {
  for (const [line, values] of [
    ['show', {}],
    ['show --LIVE_PORT= --no-open', { open: false }],
    ['show --live-port 1 --LIVE_PORT=9 --OPEN=yes --min-ratio=-1',
      { 'live-port': 9, 'min-ratio': -1 }],
    ['show --LIVE_PORT=1 --MIN_RATIO=2 --record=0',
      { 'live-port': 1, 'min-ratio': 2, record: false }],
    ['show --HOST==a;--b --MIN_RATIO=1.5 --STEP=fix --OPEN=false --record',
      { host: '=a;--b', 'min-ratio': 1.5, step: 'fix', open: false, record: true }]
  ]) {
    const read = readCommandLine(SPEC, line.split(' '))
    t.strictSame(JSON.parse(JSON.stringify(read.values)), { ...DEFAULTS, ...values }, line)
  }
  t.strictSame(read('print --record a b a').operands, ['print', 'a', 'b', 'a'])
  t.strictSame(read('', { name: 'probe' }), { values: {}, operands: [] })
})

t.test('what is not declared is an error that says what is', async (t) => {
  const lines = [
    'show --live-prot 5',
    'show --MINRATIO=1',
    'show --CONSTRUCTOR=1',
    'show --live-port',
    'show --LIVE_PORT=10',
    'show --LIVE_PORT=0',
    'show --LIVE_PORT=1.5',
    'show --LIVE_PORT=5m',
    'show --min-ratio 1,5',
    'show --MIN_RATIO=-',
    'show --OPEN=off',
    'show --step fxi',
    '--open',
    'Pritn',
    'constructor',
    'show c'
  ]
  const errors = lines.map((line) => {
    const { message, exitCode } = t.throws(() => read(line))
    t.equal(exitCode, 2, line)
    return `$ probe ${line}\n${message}\n`
  })
  const { message } = t.throws(() => read('fast', { name: 'probe' }))
  errors.push(message)
  matchExpected(t, 'not-declared', errors.join('\n') + '\n')
})
