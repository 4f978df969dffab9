'use strict'

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const t = require('tap')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { commandByHand, makeCommand } = require('../../scripts/lib/profiling/by-hand')
const { ROOT } = require('../../scripts/lib/system/root')

const LOAD = { connections: 10, duration: 5, rate: 0 }
const SLOW = { ...findTarget('slow'), file: path.resolve('slow/index.js') }
const HOME = path.resolve('../web shop')
const SHOP = { name: 'shop', file: path.join(HOME, 'src/server.js'), cwd: HOME, warmup: 1 }
const START = {
  name: 'shop',
  file: '',
  command: 'npm start',
  cwd: path.resolve('../shop'),
  warmup: 1,
  path: '/a?b'
}

const request = (url = 'http://127.0.0.1:3000/seed/v1') => `npx autocannon -c 10 -d 5 ${url}`
const linesOf = (...args) => commandByHand(...args).split('\n  ')
const clinic = (tool, port = '$PORT') => {
  const load = request(`"http://127.0.0.1:${port}/seed/v1"`)
  return `npx clinic ${tool} --on-port '${load}' -- node slow/index.js`
}

/** The words that a shell makes of a command. */
function words (command, env) {
  const options = { encoding: 'utf8', env: { ...process.env, ...env } }
  return execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], options).split('\n').slice(0, -1)
}

t.test('each tool on a stage', async (t) => {
  for (const [tool, name] of [['doctor', 'doctor'], ['flame', 'flame'], ['heap', 'heapprofiler']]) {
    t.equal(commandByHand(tool, SLOW, LOAD), `by hand: ${clinic(name)}`)
  }
  const cases = {
    bench: ['node slow/index.js'],
    trace: ['node --trace-warnings slow/index.js'],
    prof: ['node --prof slow/index.js', 'node --prof-process isolate*.log'],
    cpuprofile: [
      "node --cpu-prof --import 'data:text/javascript,process.on(\"SIGINT\",()=>process.exit())' " +
        'slow/index.js',
      'npx speedscope CPU*.cpuprofile'
    ]
  }
  for (const [tool, [server, viewer]] of Object.entries(cases)) {
    const lines = ['by hand, in two terminals:', `PORT=3000 ${server}`, request()]
    if (viewer) lines.push(`after Ctrl-C in the first: ${viewer}`)
    t.strictSame(linesOf(tool, SLOW, LOAD), lines)
  }
})

t.test('a file elsewhere runs in its folder, where Node.js writes its profiles', async (t) => {
  t.strictSame(linesOf('bench', SHOP, LOAD).slice(1),
    ["cd '../web shop' && PORT=3000 node src/server.js", request('http://127.0.0.1:3000/')])
  t.match(
    commandByHand('flame', SHOP, LOAD),
    /^by hand: cd '..\/web shop' && npx clinic .*server\.js$/
  )
})

t.test('a command is started as it is; what needs a file has no line', async (t) => {
  const sent = request("'http://127.0.0.1:3000/a?b'")
  t.strictSame(linesOf('bench', START, LOAD).slice(1), ['cd ../shop && PORT=3000 npm start', sent])
  t.equal(linesOf('trace', START, LOAD)[1],
    'cd ../shop && PORT=3000 NODE_OPTIONS=--trace-warnings npm start')
  for (const tool of ['doctor', 'flame', 'heap', 'prof', 'cpuprofile']) {
    t.equal(commandByHand(tool, START, LOAD), null, tool)
  }
})

t.test('UNMUTE=1 is in the line of trace', async (t) => {
  const lift = './scripts/lib/preload/lift-mutes.js'
  t.equal(linesOf('trace', SLOW, LOAD, true)[1],
    `PORT=3000 node --trace-warnings --require ${lift} slow/index.js`)
  const elsewhere = `./../${path.basename(ROOT)}/${lift.slice(2)}`
  t.ok(linesOf('trace', START, LOAD, true)[1].includes(`--require ${elsewhere}' npm start`))
})

t.test('the port is that of LISTEN', async (t) => {
  const target = { ...SLOW, listen: 8081 }
  t.strictSame(linesOf('bench', target, LOAD).slice(1),
    ['PORT=8081 node slow/index.js', request('http://127.0.0.1:8081/seed/v1')])
  t.equal(commandByHand('flame', target, LOAD), `by hand: ${clinic('flame', 8081)}`)
})

t.test('a shell gives the load to autocannon as it is', async (t) => {
  const body = '{"it\'s": "$HOME `x` \\\\ *"}'
  const load = { connections: 20, duration: 5, rate: 60 }
  const headers = { 'X-A': '"b" $c', Accept: '*/*' }
  const sending = (path) => ({ ...SLOW, request: { path, method: 'P T', headers, body } })
  const expected = [
    'npx', 'autocannon', '-c', '20', '-d', '5', '-R', '60', '-m', 'P T',
    '-H', 'X-A: "b" $c', '-H', 'Accept: */*', '-b', body
  ]
  const sent = linesOf('bench', sending('/a?b=$c&d=(e)'), load)[2]
  t.strictSame(words(sent), [...expected, 'http://127.0.0.1:3000/a?b=$c&d=(e)'])
  const line = commandByHand('flame', sending('/a?b=$c&d=`e`"\\'), load).replace('by hand: ', '')
  const [onPort] = words(line).slice(4)
  t.strictSame(words(onPort, { PORT: '5000' }),
    [...expected, 'http://127.0.0.1:5000/a?b=%24c&d=%60e%60%22%5C'])
})

t.test('the make command of another tool has the whole target and request', async (t) => {
  const values = {
    app: 'npm start',
    in: '../shop',
    path: '/a?b',
    method: 'POST',
    start: 10,
    listen: 81
  }
  t.equal(makeCommand('flame', SLOW, { app: 'slow', start: 10 }), 'make flame-slow')
  t.equal(makeCommand('flame', START, values),
    "make flame APP='npm start' IN=../shop URLPATH='/a?b' LISTEN=81 METHOD=POST")
})
