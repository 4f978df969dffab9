'use strict'

// What is declared is read, from flags and from make; all else is an error.

const t = require('tap')
const { suggest } = require('../../scripts/lib/cli/errors')
const {
  choice,
  integer,
  nameFlags,
  number,
  readCommandLine,
  text,
  yesNo
} = require('../../scripts/lib/cli/flags')

const COMMAND = {
  name: 'tune',
  summary: '',
  operands: [
    { name: 'tool', required: true, choices: ['flame', 'heap'], help: '' },
    { name: 'target', many: true, help: '' }
  ],
  flags: {
    'live-port': integer(1, 9, '', 4),
    'min-ratio': number(-1, 2, ''),
    host: text('', 'here'),
    step: choice(['fix', 'noop'], ''),
    open: yesNo('', true)
  }
}
const DEFAULTS = {
  'live-port': 4,
  'min-ratio': undefined,
  host: 'here',
  step: undefined,
  open: true
}

t.test('a setting comes from a flag or from make', async (t) => {
  const cases = [
    ['--LIVE_PORT=', {}],
    ['--LIVE_PORT=6', { 'live-port': 6 }],
    ['--live-port 5 --LIVE_PORT=6', { 'live-port': 5 }],
    ['--MIN_RATIO=1.5 --STEP=fix', { 'min-ratio': 1.5, step: 'fix' }],
    ['--live-port 1 --min-ratio=-1', { 'live-port': 1, 'min-ratio': -1 }],
    ['--live-port 9 --min-ratio 2', { 'live-port': 9, 'min-ratio': 2 }],
    ['--no-open', { open: false }],
    ['--open=0', { open: false }],
    ['--OPEN=yes', { open: true }],
    ['--OPEN=0', { open: false }],
    ['--OPEN=false', { open: false }],
    ['--HOST==a;--b', { host: '=a;--b' }]
  ]
  for (const [flags, values] of cases) {
    const args = ['flame', ...flags.split(' ')]
    const line = readCommandLine(COMMAND, args)
    t.strictSame(line.values, { ...DEFAULTS, ...values }, flags)
  }
  const args = ['flame', 'slow', 'fast']
  t.strictSame(readCommandLine(COMMAND, args).operands, args)
})

t.test('what is not declared is an error that says what is', async (t) => {
  const port = (given) => `LIVE_PORT must be a whole number from 1 to 9, not "${given}"`
  const ratio = (given) => `--min-ratio must be a number from -1 to 2, not "${given}"`
  const hint = (word, known) => `${word} is not a setting of tune. Did you mean ${known}?`
  const cases = [
    ['heap --live-prot 5', hint('--live-prot', '--live-port')],
    ['heap --live-port', '--live-port needs a value'],
    ['heap --no-live-port', '--live-port needs a value'],
    ['heap --MINRATIO=1', hint('MINRATIO', 'MIN_RATIO')],
    ['heap --LIVE_PORT=10', port('10')],
    ['heap --LIVE_PORT=0', port('0')],
    ['heap --LIVE_PORT=2.5', port('2.5')],
    ['heap --live-port 10', port('10').replace('LIVE_PORT', '--live-port')],
    ['heap --min-ratio x', ratio('x')],
    ['heap --min-ratio=', ratio('')],
    ['heap --MIN_RATIO=\t', ratio('\t').replace('--min-ratio', 'MIN_RATIO')],
    ['heap --OPEN=off', 'OPEN must be 1 (yes) or 0 (no), not "off"'],
    ['heap --step fxi', 'Unknown --step "fxi". Choose from fix, noop.'],
    ['', 'No tool given. Choose from flame, heap.'],
    ['flmae', 'Unknown tool "flmae". Did you mean flame?'],
    ['constructor', 'Unknown tool "constructor". Choose from flame, heap.']
  ]
  for (const [words, message] of cases) {
    const err = t.throws(() => readCommandLine(COMMAND, words.split(' ').filter(Boolean)))
    t.strictSame([err.message, err.exitCode], [message, 2])
  }
  const bare = { name: 'bare', summary: '', operands: [{ name: 'target', help: '' }] }
  t.equal(t.throws(() => readCommandLine(bare, ['slow', 'fast'])).message,
    'Unexpected operand "fast". --help lists what this command takes.')
})

t.test('a message names a setting as a flag for who writes flags', async (t) => {
  const message = 'DURATION=2 is short: make live LIVE_PORT=1, or choose LIVE_PORT= or OPEN=0'
  t.equal(nameFlags(message, COMMAND.flags),
    'DURATION=2 is short: make live LIVE_PORT=1, or choose --live-port= or --open=0')
})

t.test('an unknown word gets the choices that begin like it, or all', async (t) => {
  const choices = ['slow', 'prof/sync', 'prof/async', 'Slides']
  const all = 'Choose from slow, prof/sync, prof/async, Slides.'
  const cases = [
    ['SLwo', 'Did you mean slow or Slides?'],
    ['prof/asyn', 'Did you mean prof/sync or prof/async?'],
    ['s', 'Did you mean slow or Slides?'],
    ['solw', all]
  ]
  for (const [word, text] of cases) t.equal(suggest(word, choices), text, word)
  t.equal(suggest('xyz', []), 'There are none.')
})
