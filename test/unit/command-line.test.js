'use strict'

// What is declared is read, from flags, make's command line and the environment; what is not declared is an error.

const fs = require('node:fs')
const path = require('node:path')
const fc = require('fast-check')
const t = require('tap')
const { makeVariables } = require('../../scripts/lib/base/make-variables')
const { nearest, suggest } = require('../../scripts/lib/base/nearest')
const { readCommandLine, variableOf } = require('../../scripts/lib/base/settings')
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
    open: { type: 'boolean', default: true, help: '' },
    path: { type: 'string', variable: 'URLPATH', ambient: false, help: '' },
    listen: { type: 'integer', min: 1, max: 9, variable: 'PORTS', help: '' }
  }
}
const DEFAULTS = {
  'live-port': 4,
  'min-ratio': undefined,
  host: 'here',
  step: undefined,
  open: true,
  path: undefined,
  listen: undefined
}

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
    [['--live-port', '1'], {}, { 'live-port': 1 }],
    [['--live-port', '9'], {}, { 'live-port': 9 }],
    [['--min-ratio=-0.5'], {}, { 'min-ratio': -0.5 }],
    [[], { OPEN: '0' }, { open: false }],
    [['--no-open'], {}, { open: false }],
    [[], { OPEN: 'false' }, { open: false }],
    [[], { OPEN: '1' }, { open: true }],
    [['--open'], { OPEN: 'false' }, { open: true }],
    [[], { HOST: 'x86_64-conda-linux-gnu' }, {}],
    [[], { HOST: '0.0.0.0', MAKEFLAGS: ' -- HOST=0.0.0.0' }, { host: '0.0.0.0' }],
    [['--host', '0.0.0.0'], { HOST: 'conda' }, { host: '0.0.0.0' }],
    [['--path', '/a'], { PATH: '/bin' }, { path: '/a' }],
    [[], { PATH: '/bin', URLPATH: '/a' }, {}],
    [[], { URLPATH: '/a', MAKEFLAGS: ' -- URLPATH=/a' }, { path: '/a' }],
    [[], { PORTS: '3', LISTEN: '4' }, { listen: 3 }],
    [[], { CONNECTION: '10', MAKEFLAGS: 'k' }, {}],
    [[], { MAKEFLAGS: ' -- SHELL=/bin/bash NO_COLOR=1 LABS=prof LIVE_PORT=6', LIVE_PORT: '6' }, { 'live-port': 6 }],
    [[], { MAKEFLAGS: ' -- MAKE_TERMOUT=1 NODE_OPTIONS= npm_config_x=1 PATH=a CI=1 NGINX=b' }, {}]
  ]
  for (const [args, env, values] of cases) {
    t.strictSame(read(args, env).values, { ...DEFAULTS, ...values }, JSON.stringify([args, env]))
  }
  t.strictSame(read(['slow', 'fast']).operands, ['flame', 'slow', 'fast'])
  t.equal(read([]).help, false)
  for (const help of ['-h', '--help']) {
    t.strictSame(readCommandLine(COMMAND, [help], { MAKEFLAGS: ' -- X=1' }), { help: true, values: {}, operands: [] })
  }
  t.equal(variableOf('a-long-name', {}), 'A_LONG_NAME')
  t.equal(variableOf('path', COMMAND.flags.path), 'URLPATH')
})

t.test('what is not declared is an error that names the nearest', async (t) => {
  const range = (given) => `LIVE_PORT must be a whole number from 1 to 9, not "${given}"`
  const flags = [
    [['--live-prot', '5'], {}, 'Unknown option --live-prot. Did you mean --live-port?'],
    [['--zzzzzzz'], {}, 'Unknown option --zzzzzzz. ' +
      'Choose from --live-port, --min-ratio, --host, --step, --open, --path, --listen, --help.'],
    [['--live-port'], {}, "Option '--live-port <value>' argument missing"],
    [['--live-port', '-5'], {}, "Option '--live-port' argument is ambiguous"],
    [['--open=1'], {}, "Option '--open' does not take an argument"],
    [[], { MAKEFLAGS: ' -- MINRATIO=2' }, 'MINRATIO is not a setting of tune. Did you mean MIN_RATIO?'],
    [[], { MAKEFLAGS: ' -- host=a' }, 'host is not a setting of tune. Did you mean HOST?'],
    [[], { MAKEFLAGS: ' -- URLPTH=/a' }, 'URLPTH is not a setting of tune. Did you mean URLPATH?'],
    [['--listen', '0'], {}, 'PORTS must be a whole number from 1 to 9, not "0"'],
    [[], { LIVE_PORT: '10' }, range('10')],
    [['--live-port', '0'], {}, range('0')],
    [['--live-port', '2.5'], {}, range('2.5')],
    [['--min-ratio', 'NaN'], {}, 'MIN_RATIO must be a number from -Infinity to Infinity, not "NaN"'],
    [['--min-ratio', ''], {}, 'MIN_RATIO must be a number from -Infinity to Infinity, not ""'],
    [['--min-ratio', ' '], {}, 'MIN_RATIO must be a number from -Infinity to Infinity, not " "'],
    [['--min-ratio', 'Infinity'], {}, 'MIN_RATIO must be a number from -Infinity to Infinity, not "Infinity"'],
    [['--step', 'fx'], {}, 'Unknown step "fx". Did you mean fix?']
  ].map(([args, env, message]) => [COMMAND, ['flame', ...args], env, message])

  const last = [...COMMAND.operands, { name: 'file', required: true, help: 'results/….json' }]
  const bare = { name: 'bare', summary: '' }
  const operands = [
    [COMMAND, [], {}, 'No tool given. Choose from flame, heap.'],
    [{ ...COMMAND, operands: last }, ['heap', 'fast'], {}, 'No file given. Choose from results/….json.'],
    [COMMAND, ['flam'], {}, 'Unknown tool "flam". Did you mean flame?'],
    [COMMAND, ['constructor'], {}, 'Unknown tool "constructor". Choose from flame, heap.'],
    [{ ...bare, operands: [last[0], { name: 'target', help: '' }] }, ['heap', 'fast', 'slow'], {},
      'Unexpected operand "slow". --help lists what this command takes.'],
    [bare, ['x'], {}, 'Unexpected operand "x". --help lists what this command takes.'],
    [bare, [], { MAKEFLAGS: 'X=1' }, 'X is not a setting of bare. There are none.']
  ]
  for (const [command, args, env, message] of [...flags, ...operands]) {
    const err = t.throws(() => readCommandLine(command, args, env), JSON.stringify([args, env]))
    t.strictSame([err.message, err.exitCode], [message, 2])
  }
})

t.test('of variables that are no settings, only those that belong to others are left alone', async (t) => {
  for (const variable of ['UNMAKE', 'SHELLS', 'PATHS', 'A_CI', 'CIA', 'MY_NODE_OPTIONS', 'A_npm_x', 'MY_CHROME_PATH']) {
    t.throws(() => read([], { MAKEFLAGS: ` -- ${variable}=1` }),
      { message: new RegExp(`^${variable} is not a setting of tune\\. `) }, variable)
  }
})

t.test('the variables on make\'s command line', async (t) => {
  const cases = [
    [undefined, []],
    ['', []],
    ['ks', []],
    [' -- A=1', ['A']],
    ['ks -Ix=y -l2.5 --eval=Z=1 -- B=x\\ y=z A=1', ['B', 'A']],
    ['k -j2 --jobserver-auth=3,4 -- D= C=4 B:=3', ['D', 'C', 'B']],
    [' -- A=x\\ \\ --\\ B=2', ['A']],
    [' -- B=7 A=$$(B)', ['B', 'A']],
    [' -- A=x\nB=2', ['A']],
    [' -- A?=1 B!=2 C::=3 D:::=4', ['A', 'B', 'C', 'D']],
    [' -- A=a\\\\ B=2\tC=3', ['A', 'B', 'C']], // a value that ends with a backslash
    [' -- A=x\\\ny B=2', ['A', 'B']],
    ['k -- two --x=1 -y=2 =3 +=4 A:b=5', []],
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
    ['Flame', ['live', 'FLAME-slow'], 'FLAME-slow'],
    ['slow', ['flow', 'glow'], 'flow'], // the first of two
    ['sitting', ['xxxxxxx', 'kitten'], 'kitten'],
    ['kitten', ['sitting'], 'sitting'], // 3 of 6 letters
    ['rosettacode', ['raisethysword'], undefined], // 8 of 11
    ['abcde', ['axyze'], undefined], // 3 of 5
    ['ab', ['cab'], 'cab'],
    ['xyzab', ['ab'], undefined], // 3 of 5
    ['xyz', ['bench'], undefined],
    ['x', [], undefined]
  ]
  for (const [word, candidates, expected] of cases) t.equal(nearest(word, candidates), expected, word)
})

t.test('what the end of a message about an unknown word suggests', async (t) => {
  t.equal(suggest('bnech', ['bench', 'load']), 'Did you mean bench?')
  t.equal(suggest('xyz', ['bench', 'load']), 'Choose from bench, load.')
  t.equal(suggest('', ['bench', 'load']), 'Choose from bench, load.')
  t.equal(suggest('xyz', []), 'There are none.')
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
