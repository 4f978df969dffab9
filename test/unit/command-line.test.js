'use strict'

// What is declared is read, from flags, make and the environment; all else is an error.

const t = require('tap')
const { suggest } = require('../../scripts/lib/base/errors')
const {
  choice, integer, notAmbient, number, text, yesNo
} = require('../../scripts/lib/base/flags')
const { readCommandLine } = require('../../scripts/lib/base/settings')

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
    host: notAmbient(text('', 'here')),
    step: choice(['fix', 'noop'], ''),
    open: yesNo('', true),
    path: { ...notAmbient(text('')), variable: 'URLPATH' }
  }
}
const DEFAULTS = {
  'live-port': 4,
  'min-ratio': undefined,
  host: 'here',
  step: undefined,
  open: true,
  path: undefined
}

t.test('a setting comes from a flag, from make or from the environment', async (t) => {
  const cases = [
    ['', { LIVE_PORT: '', CONNECTION: '10' }, {}],
    ['--live-port 5', { LIVE_PORT: '6' }, { 'live-port': 5 }],
    ['', { LIVE_PORT: '6' }, { 'live-port': 6 }],
    ['', { MIN_RATIO: '1.5', STEP: 'fix' }, { 'min-ratio': 1.5, step: 'fix' }],
    ['--live-port 1 --min-ratio=-1', {}, { 'live-port': 1, 'min-ratio': -1 }],
    ['--live-port 9 --min-ratio 2', {}, { 'live-port': 9, 'min-ratio': 2 }],
    ['--no-open', {}, { open: false }],
    ['', { OPEN: 'yes' }, { open: true }],
    ['', { OPEN: '0' }, { open: false }],
    ['', { OPEN: 'false' }, { open: false }],
    ['--open', { OPEN: '0' }, { open: true }],
    ['', { HOST: 'x86_64-conda-linux-gnu', URLPATH: '/a' }, {}],
    ['', { HOST: '0.0.0.0', MAKE_SETTINGS: 'HOST  OPEN' }, { host: '0.0.0.0' }],
    ['', { URLPATH: '/a', MAKE_SETTINGS: 'URLPATH' }, { path: '/a' }],
    ['--path /a', { PATH: '/bin' }, { path: '/a' }]
  ]
  for (const [flags, env, values] of cases) {
    const args = ['flame', ...flags.split(' ').filter(Boolean)]
    const line = readCommandLine(COMMAND, args, env)
    t.strictSame(line.values, { ...DEFAULTS, ...values }, JSON.stringify([flags, env]))
  }
  const args = ['flame', 'slow', 'fast']
  const { operands, variables } = readCommandLine(COMMAND, args, { MAKE_SETTINGS: 'HOST' })
  t.strictSame(operands, args)
  t.strictSame(variables, ['LIVE_PORT', 'MIN_RATIO', 'HOST', 'STEP', 'OPEN'], 'but URLPATH')
})

t.test('what is not declared is an error that says what is', async (t) => {
  const port = (given) => `LIVE_PORT must be a whole number from 1 to 9, not "${given}"`
  const ratio = (given) => `MIN_RATIO must be a number from -1 to 2, not "${given}"`
  const see = '--help lists what this command takes.'
  const hint = (variable, known) => `${variable} is not a setting of tune. Did you mean ${known}?`
  const cases = [
    ['heap --live-prot 5', {}, `Unknown option '--live-prot'. ${see}`],
    ['heap --live-port', {}, `Option '--live-port <value>' argument missing. ${see}`],
    ['heap --live-port -1', {}, '--live-port needs a value; ' +
      `one that begins with a dash is written as --live-port=-1. ${see}`],
    ['heap --open=1', {}, `Option '--open' does not take an argument. ${see}`],
    ['heap', { MAKE_SETTINGS: 'MINRATIO' }, hint('MINRATIO', 'MIN_RATIO')],
    ['heap', { MAKE_SETTINGS: 'OPEN host' }, hint('host', 'HOST')],
    ['heap', { LIVE_PORT: '10' }, port('10')],
    ['heap --live-port 0', {}, port('0')],
    ['heap --live-port 2.5', {}, port('2.5')],
    ['heap --min-ratio x', {}, ratio('x')],
    ['heap --min-ratio=', {}, ratio('')],
    ['heap', { MIN_RATIO: ' ' }, ratio(' ')],
    ['heap', { OPEN: 'off' }, 'OPEN must be 1 (yes) or 0 (no), not "off"'],
    ['heap --step fxi', {}, 'Unknown STEP "fxi". Choose from fix, noop.'],
    ['', {}, 'No tool given. Choose from flame, heap.'],
    ['flmae', {}, 'Unknown tool "flmae". Did you mean flame?'],
    ['constructor', {}, 'Unknown tool "constructor". Choose from flame, heap.']
  ]
  for (const [words, env, message] of cases) {
    const args = words.split(' ').filter(Boolean)
    const err = t.throws(() => readCommandLine(COMMAND, args, env))
    t.strictSame([err.message, err.exitCode], [message, 2])
  }
  const bare = { name: 'bare', summary: '', operands: [{ name: 'target', help: '' }] }
  t.equal(t.throws(() => readCommandLine(bare, ['slow', 'fast'], {})).message,
    `Unexpected operand "fast". ${see}`)
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
