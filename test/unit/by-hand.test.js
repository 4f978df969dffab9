'use strict'

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const t = require('tap')
const { findTarget } = require('../../scripts/lib/server/targets')
const { commandByHand } = require('../../scripts/lib/load/load-settings')
const { profileByHand } = require('../../scripts/lib/profile/by-hand')
const { makeCommand } = require('../../scripts/lib/profile/make-command')
const { profilers } = require('../../scripts/lib/profile/profilers')

const LOAD = { connections: 10, duration: 5 }
const SLOW = { ...findTarget('slow'), file: path.resolve('slow/index.js') }
const HOME = path.resolve('../web shop')
const SHOP = { name: 'shop', file: path.join(HOME, 'src/server.js'), cwd: HOME, warmup: 1 }
const PLACE = { cwd: path.resolve('../shop'), path: '/a?b' }
const START = { name: 'shop', command: 'npm start', warmup: 1, ...PLACE }

const request = (url = 'http://127.0.0.1:3000/seed/v1') => `npx autocannon -c 10 -d 5 ${url}`
const byHand = (tool, target, load = LOAD) => tool === 'bench'
  ? commandByHand(target, load)
  : profileByHand(target, load, profilers[tool].byHand)
// Lines that end in a backslash belong together.
const linesOf = (...args) => byHand(...args).replaceAll(' \\\n    ', ' ').split(/\n */)

/** The words that a shell makes of a command. */
function words (command, env) {
  const options = { encoding: 'utf8', env: { ...process.env, ...env } }
  return execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], options).split('\n').slice(0, -1)
}

t.test('each tool on a stage', async (t) => {
  const exit = "--import 'data:text/javascript,process.on(\"SIGINT\",()=>process.exit())'"
  const tools = {
    bench: ['node slow/index.js'],
    trace: ['node --trace-warnings slow/index.js'],
    prof: ['node --prof slow/index.js', 'node --prof-process isolate*.log'],
    cpuprofile: [`node --cpu-prof ${exit} slow/index.js`, 'npx speedscope CPU*.cpuprofile']
  }
  for (const [tool, [server, viewer]] of Object.entries(tools)) {
    const lines = ['by hand, in two terminals:', `PORT=3000 ${server}`, request()]
    if (viewer) lines.push('after Ctrl-C in the first:', viewer)
    t.strictSame(linesOf(tool, SLOW), lines)
  }
  const load = request('"http://127.0.0.1:$PORT/seed/v1"')
  for (const [tool, name] of [['doctor', 'doctor'], ['flame', 'flame'], ['heap', 'heapprofiler']]) {
    t.equal(byHand(tool, SLOW), `by hand:
  npx clinic ${name} --on-port \\
    '${load}' \\
    -- node slow/index.js`)
  }
})

t.test('a file elsewhere runs in its folder, where Node.js writes its profiles', async (t) => {
  t.strictSame(linesOf('bench', SHOP).slice(1),
    ["cd '../web shop' && PORT=3000 node src/server.js", request('http://127.0.0.1:3000/')])
  t.match(linesOf('flame', { ...SHOP, flags: ['--no-warnings'], args: ['a b'] })[1],
    /^cd '..\/web shop' && npx clinic .*node --no-warnings src\/server\.js 'a b'$/)
})

t.test('a command is started as it is; what needs a file has no line', async (t) => {
  const sent = request("'http://127.0.0.1:3000/a?b'")
  t.strictSame(linesOf('bench', START).slice(1), ['cd ../shop && PORT=3000 npm start', sent])
  t.equal(linesOf('trace', START)[1],
    'cd ../shop && PORT=3000 NODE_OPTIONS=--trace-warnings npm start')
  for (const tool of ['doctor', 'flame', 'heap', 'prof', 'cpuprofile']) {
    t.equal(byHand(tool, START), null, tool)
  }
})

t.test('the port is that of LISTEN', async (t) => {
  const target = { ...SLOW, listen: 8081 }
  const url = 'http://127.0.0.1:8081/seed/v1'
  t.strictSame(linesOf('bench', target).slice(1), ['PORT=8081 node slow/index.js', request(url)])
  t.ok(linesOf('flame', target)[1].includes(`--on-port '${request(url)}'`))
})

t.test('a shell gives the request to autocannon as it is', async (t) => {
  const body = '{"it\'s": "$HOME `x` \\\\ *"}'
  const headers = { 'X-A': '"b" $c', Accept: '*/*' }
  const target = { ...SLOW, request: { path: '/a?b=$c&d=`e`"\\', method: 'PUT', headers, body } }
  const load = { connections: 20, duration: 5, rate: 60 }
  const expected = [
    'npx', 'autocannon', '-c', '20', '-d', '5', '-R', '60', '-m', 'PUT',
    '-H', 'X-A: "b" $c', '-H', 'Accept: */*', '-b', body
  ]
  const query = 'a?b=%24c&d=%60e%60%22%5C'
  const lines = byHand('bench', target, load).split(/\n(?! {4})/)
  t.strictSame(words(lines[2]), [...expected, `http://127.0.0.1:3000/${query}`], 'over many lines')
  const [, line] = linesOf('flame', target, load)
  const [onPort] = words(line).slice(4)
  t.strictSame(words(onPort, { PORT: '5000' }), [...expected, `http://127.0.0.1:5000/${query}`])
  const file = { ...SLOW, request: { path: '/', body: 'x', bodyFile: '/a b.json' } }
  t.ok(linesOf('bench', file)[2].includes(" -i '/a b.json' "))
})

t.test('the make command of another tool has the whole target and request', async (t) => {
  const values = {
    app: 'npm start',
    in: '../shop',
    urlpath: '/a?b',
    method: 'POST',
    start: 10,
    listen: 81
  }
  t.equal(makeCommand('flame', SLOW, { app: 'slow', start: 10 }), 'make flame-slow')
  t.equal(makeCommand('flame', START, values), // flame cannot profile a command
    "make cpuprofile APP='npm start' IN=../shop URLPATH='/a?b' LISTEN=81 METHOD=POST")
  const running = { name: 'pid-1', running: { pid: 1 } }
  t.equal(makeCommand('flame', running, { pid: 1 }), 'make cpuprofile PID=1')
  t.equal(makeCommand('heap', running, { inspect: 'a:1' }),
    'make diagnose INSPECT=a:1 COLLECT=1 WATCH=60')
  t.equal(makeCommand('heap', START, values), undefined)
  t.equal(makeCommand('bench', running, { pid: 1 }), undefined)
})
