'use strict'

// What is declared is read, from flags, make's command line and the environment; what is not declared is an error.

const fs = require('node:fs')
const path = require('node:path')
const fc = require('fast-check')
const t = require('tap')
const { makeVariables } = require('../../scripts/lib/cli/make-variables')
const { nearest } = require('../../scripts/lib/cli/nearest')
const { readCommandLine } = require('../../scripts/lib/cli/settings')
const { ROOT } = require('../helpers/project')

const COMMAND = {
  name: 'tune',
  summary: '',
  operands: [
    { name: 'tool', required: true, choices: ['flame', 'heap'], help: '' },
    { name: 'target', many: true, help: '' }
  ],
  flags: {
    'live-port': { type: 'integer', min: 1, max: 9, default: 4, help: '' },
    'min-ratio': { type: 'number', help: '' },
    host: { type: 'string', ambient: false, default: 'here', help: '' },
    step: { type: 'string', choices: ['fix', 'noop'], help: '' },
    open: { type: 'boolean', default: true, help: '' }
  }
}
const DEFAULTS = { 'live-port': 4, 'min-ratio': undefined, host: 'here', step: undefined, open: true }

/** What tune reads from `args`, after its operand. */
const read = (args, env = {}) => readCommandLine(COMMAND, ['flame', ...args], env)

t.test('a setting comes from a flag, from make or from the environment', async (t) => {
  const cases = [
    [[], {}, {}],
    [['--live-port', '5'], {}, { 'live-port': 5 }],
    [[], { LIVE_PORT: '6' }, { 'live-port': 6 }],
    [['--live-port', '5'], { LIVE_PORT: '6' }, { 'live-port': 5 }],
    [[], { LIVE_PORT: '' }, {}],
    [[], { MIN_RATIO: '1.5', STEP: 'fix' }, { 'min-ratio': 1.5, step: 'fix' }],
    [[], { OPEN: '0' }, { open: false }],
    [['--no-open'], {}, { open: false }],
    [['--open'], { OPEN: 'false' }, { open: true }],
    [[], { HOST: 'x86_64-conda-linux-gnu' }, {}],
    [[], { HOST: '0.0.0.0', MAKEFLAGS: ' -- HOST=0.0.0.0' }, { host: '0.0.0.0' }],
    [['--host', '0.0.0.0'], { HOST: 'conda' }, { host: '0.0.0.0' }],
    [[], { CONNECTION: '10', MAKEFLAGS: 'k' }, {}],
    [[], { MAKEFLAGS: ' -- SHELL=/bin/bash NO_COLOR=1 LABS=prof LIVE_PORT=6', LIVE_PORT: '6' }, { 'live-port': 6 }]
  ]
  for (const [args, env, values] of cases) {
    t.strictSame(read(args, env).values, { ...DEFAULTS, ...values }, JSON.stringify([args, env]))
  }
  t.strictSame(read(['slow', 'fast']).operands, ['flame', 'slow', 'fast'])
  t.equal(readCommandLine(COMMAND, ['-h'], { MAKEFLAGS: ' -- X=1' }).help, true)
})

t.test('what is not declared is an error that names the nearest', async (t) => {
  const cases = [
    [['--live-prot', '5'], {}, 'Unknown option --live-prot. Did you mean --live-port?'],
    [['--zzzzzzz'], {}, /^Unknown option --zzzzzzz\. Choose from --live-port, .*--help\.$/],
    [['--live-port'], {}, /argument missing/],
    [['--open=1'], {}, /does not take an argument/],
    [[], { MAKEFLAGS: ' -- MINRATIO=2' }, 'MINRATIO is not a setting of tune. Did you mean MIN_RATIO?'],
    [[], { MAKEFLAGS: ' -- host=a' }, 'host is not a setting of tune. Did you mean HOST?'],
    [[], { LIVE_PORT: '10' }, 'LIVE_PORT must be a whole number from 1 to 9, not "10"'],
    [['--live-port', '2.5'], {}, /not "2\.5"/],
    [['--live-port', ' '], {}, /not " "/],
    [['--min-ratio', 'NaN'], {}, /^MIN_RATIO must be a number/],
    [['--step', 'fx'], {}, 'Unknown step "fx". Did you mean fix?']
  ]
  for (const [args, env, message] of cases) t.throws(() => read(args, env), { message, exitCode: 2 })

  const operands = [
    [[], 'No tool given. Choose from flame, heap.'],
    [['flam'], 'Unknown tool "flam". Did you mean flame?'],
    [['constructor'], 'Unknown tool "constructor". Choose from flame, heap.']
  ]
  for (const [args, message] of operands) t.throws(() => readCommandLine(COMMAND, args, {}), { message, exitCode: 2 })
  const bare = { name: 'bare', summary: '' }
  t.throws(() => readCommandLine(bare, ['x'], {}), { message: /^Unexpected operand "x"/, exitCode: 2 })
  const message = 'X is not a setting of bare. There are none.'
  t.throws(() => readCommandLine(bare, [], { MAKEFLAGS: 'X=1' }), { message })
})

t.test('the variables on make\'s command line', async (t) => {
  const cases = [
    [undefined, []],
    ['', []],
    ['ks', []],
    [' -- A=1', ['A']],
    ['k -j2 --jobserver-auth=3,4 -- D= C=4 B:=3', ['D', 'C', 'B']],
    ['s --eval=Z=1 -- A=2', ['A']],
    [' -- A=x\\ \\ --\\ B=2', ['A']],
    [' -- B=7 A=$$(B)', ['B', 'A']],
    [' -- A=x\nB=2', ['A']],
    ['A=1 B_2+=2', ['A', 'B_2']] // GNU make 3.81
  ]
  for (const [makeflags, names] of cases) t.strictSame(makeVariables(makeflags), names, makeflags)
})

t.test('the nearest word', async (t) => {
  const cases = [
    ['bench-slwo', ['bench', 'bench-fast', 'bench-slow'], 'bench-slow'],
    ['CONNECTION', ['DURATION', 'CONNECTIONS'], 'CONNECTIONS'],
    ['conections', ['CONNECTIONS'], 'CONNECTIONS'],
    ['flame', ['live', 'flame-slow'], 'flame-slow'],
    ['xyz', ['bench'], undefined],
    ['x', [], undefined]
  ]
  for (const [word, candidates, expected] of cases) t.equal(nearest(word, candidates), expected, word)
})

t.test('of words with one mistake the right one is found', async (t) => {
  const words = ['connections', 'duration', 'pipelining', 'workers', 'warmup']
  fc.assert(fc.property(fc.constantFrom(...words), fc.nat(), fc.constantFrom('', 'x', 'q_'), (word, at, put) => {
    const place = at % word.length
    t.equal(nearest(word.slice(0, place) + put + word.slice(place + 1), words), word)
  }))
})

t.test('the variables of the Makefile can be set, too', async (t) => {
  const makefile = fs.readFileSync(path.join(ROOT, 'Makefile'), 'utf8')
  for (const [, variable] of makefile.matchAll(/^([A-Z_]+) =/gm)) {
    t.doesNotThrow(() => read([], { MAKEFLAGS: ` -- ${variable}=1` }), variable)
  }
})
