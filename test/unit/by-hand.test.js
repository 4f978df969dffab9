'use strict'

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const t = require('tap')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { commandByHand } = require('../../scripts/lib/profiling/by-hand')
const { ROOT } = require('../../scripts/lib/system/root')

const LOAD = { connections: 10, duration: 5, pipelining: 1, rate: 0, workers: 0 }
const EXIT_ON_SIGTERM = "--import 'data:text/javascript,process.on(\"SIGTERM\",()=>process.exit())'"
const SLOW = { ...findTarget('slow'), file: path.resolve('slow/index.js') }
const HOME = path.resolve('../web shop')
const SHOP = { name: 'shop', file: path.join(HOME, 'src/server.js'), cwd: HOME, warmup: 1 }
const START = { name: 'shop', file: '', command: 'npm start', cwd: path.resolve('../shop'), warmup: 1, path: '/a?b&c' }

/** The words that a shell makes of a command. */
const words = (command) =>
  execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' }).split('\n').slice(0, -1)
const load = 'npx autocannon -c 10 -d 5'
const url = 'http://127.0.0.1:3000/seed/v1'

t.test('each tool on a stage', async (t) => {
  const expected = {
    bench: `(PORT=3000 exec node slow/index.js) & sleep 2; ${load} ${url}; kill $!; wait`,
    doctor: `npx clinic doctor --on-port '${load} "http://127.0.0.1:$PORT/seed/v1"' -- node slow/index.js`,
    flame: `npx clinic flame --on-port '${load} "http://127.0.0.1:$PORT/seed/v1"' -- node slow/index.js`,
    heap: `npx clinic heapprofiler --on-port '${load} "http://127.0.0.1:$PORT/seed/v1"' -- node slow/index.js`,
    prof: `(PORT=3000 exec node --prof slow/index.js) & sleep 2; ${load} ${url}; kill $!; wait; ` +
      'node --prof-process isolate*.log',
    cpuprofile: `(PORT=3000 exec node --cpu-prof ${EXIT_ON_SIGTERM} slow/index.js) & sleep 2; ${load} ${url}; ` +
      'kill $!; wait; npx speedscope CPU*.cpuprofile',
    trace: `(PORT=3000 exec node --trace-warnings slow/index.js) & sleep 2; ${load} ${url}; kill $!; wait`
  }
  for (const [tool, line] of Object.entries(expected)) t.equal(commandByHand(tool, SLOW, LOAD), line)
})

t.test('a file elsewhere runs in its folder, where Node.js writes its profiles', async (t) => {
  const home = "'../web shop'"
  const go = `(cd ${home} && PORT=3000 exec node`
  const rest = `& sleep 2; ${load} http://127.0.0.1:3000/; kill $!; wait`
  t.equal(commandByHand('bench', SHOP, LOAD), `${go} src/server.js) ${rest}`)
  t.equal(commandByHand('prof', SHOP, LOAD),
    `${go} --prof src/server.js) ${rest}; node --prof-process ${home}/isolate*.log`)
  t.equal(commandByHand('cpuprofile', SHOP, LOAD),
    `${go} --cpu-prof ${EXIT_ON_SIGTERM} src/server.js) ${rest}; npx speedscope ${home}/CPU*.cpuprofile`)
  t.equal(commandByHand('flame', SHOP, LOAD),
    `cd ${home} && npx clinic flame --on-port '${load} "http://127.0.0.1:$PORT/"' -- node src/server.js`)
})

t.test('a command is started as it is; what needs a file has no line', async (t) => {
  const rest = `& sleep 2; ${load} 'http://127.0.0.1:3000/a?b&c'; kill $!; wait`
  t.equal(commandByHand('bench', START, LOAD), `(cd ../shop && PORT=3000 exec npm start) ${rest}`)
  const built = { ...START, command: "npm run build && node 'a b.js'" }
  t.equal(commandByHand('trace', built, LOAD),
    '(cd ../shop && PORT=3000 NODE_OPTIONS=--trace-warnings exec ' +
    `sh -c 'npm run build && node '\\''a b.js'\\''') ${rest}`)
  for (const tool of ['doctor', 'flame', 'heap', 'prof', 'cpuprofile']) {
    t.equal(commandByHand(tool, START, LOAD), null, tool)
  }
})

t.test('UNMUTE=1 is in the line of trace', async (t) => {
  const lift = './scripts/lib/preload/lift-mutes.js'
  t.equal(commandByHand('trace', SLOW, LOAD, true),
    `(PORT=3000 exec node --trace-warnings --require ${lift} slow/index.js) & sleep 2; ${load} ${url}; kill $!; wait`)
  const options = `NODE_OPTIONS='--trace-warnings --require ./../${path.basename(ROOT)}/${lift.slice(2)}'`
  t.ok(commandByHand('trace', START, LOAD, true).includes(`PORT=3000 ${options} exec npm start)`))
})

t.test('the port is that of LISTEN', async (t) => {
  const target = { ...SLOW, listen: 8081 }
  const at = 'http://127.0.0.1:8081/seed/v1'
  t.equal(commandByHand('bench', target, LOAD),
    `(PORT=8081 exec node slow/index.js) & sleep 2; ${load} ${at}; kill $!; wait`)
  t.equal(commandByHand('flame', target, LOAD),
    `npx clinic flame --on-port '${load} "${at}"' -- node slow/index.js`)
})

t.test('a shell gives the load to autocannon as it is', async (t) => {
  const body = '{"it\'s": "$HOME `x` \\\\ *"}\n'
  const load = { connections: 20, duration: 5, pipelining: 3, rate: 60, workers: 2 }
  const headers = { 'X-A': '"b" $c', Accept: '*/*' }
  const sending = (path) => ({ ...SLOW, request: { path, method: 'POST', headers, body: body.trim() } })
  const expected = ['npx', 'autocannon', '-c', '20', '-d', '5', '-p', '3', '-R', '60', '-w', '2', '-m', 'POST',
    '-H', 'X-A: "b" $c', '-H', 'Accept: */*', '-b', body.trim()]
  const byHand = commandByHand('bench', sending('/a?b=$c&d=(e)'), load)
  const [, sent] = byHand.match(/sleep 2; (.*); kill/)
  t.strictSame(words(sent), [...expected, 'http://127.0.0.1:3000/a?b=$c&d=(e)'])
  const clinic = words(commandByHand('flame', sending('/a?b=$c&d=`e`"\\'), load))
  t.strictSame(clinic.toSpliced(4, 1), ['npx', 'clinic', 'flame', '--on-port', '--', 'node', 'slow/index.js'])
  process.env.PORT = '5000'
  t.strictSame(words(clinic[4]), [...expected, 'http://127.0.0.1:5000/a?b=%24c&d=%60e%60%22%5C'])
})
