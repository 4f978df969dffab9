'use strict'

const { spawnSync } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { observer } = require('whyslow/internals')
const { startServer, PROBE_FOLDER } = require('../../scripts/lib/server/server')
const { request } = require('../../scripts/lib/server/http-client')
const { isRunning } = require('../helpers/observed-stage')
const { codeTarget, ownFolder } = require('../helpers/own-server')
const { ROOT } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const LISTEN = 'listen(process.env.PORT, process.env.HOST)'
const SERVER = `http.createServer((req, res) => res.end('ok')).${LISTEN}`
const COMMONJS = `const http = require('node:http')\n${SERVER}`
const ES_MODULE = `import http from 'node:http'\n${SERVER}`
const HTTP2 = `const [key, cert] = ['https-key.pem', 'https-certificate.pem']
  .map((file) => require('node:fs').readFileSync(file))
require('node:http2').createSecureServer({ key, cert, allowHTTP1: true }, (req, res) => res.end())
  .${LISTEN}`
const SILENT = 'setInterval(() => {}, 1000)'
const IN_TIME = { timeout: 8_000 } // ms: less than the default of START
const probeFile = (name) => path.join(PROBE_FOLDER, name)
const OBSERVE = ['--require', probeFile('observe.js')]

t.jobs = 3 // most of the time they wait
t.setTimeout(60_000)
const skip = process.platform === 'win32'

// '/work' blocks the event loop for 400 ms in 3 of about 20 ticks, '/rest' answers after 500 ms
// without work, '/kernel' lets the kernel work.
const WORKER = `const http = require('node:http')
const fs = require('node:fs')
const { setTimeout: pause } = require('node:timers/promises')
const block = () => { for (const end = performance.now() + 400; performance.now() < end;); }
const zeros = fs.openSync('/dev/zero')
const answers = {
  '/rest': () => pause(500),
  async '/kernel' () {
    for (let i = 0; i < 300; i++) fs.readSync(zeros, Buffer.alloc(1e6))
  },
  async '/work' () {
    for (let i = 0; i < 3; i++) {
      block()
      await pause(60)
    }
  }
}
${SERVER.replace("res.end('ok')", 'answers[req.url]().then(() => res.end())')}`

/** A target that a shell runs in the folder of these files. */
function commandTarget (t, command, files) {
  return { name: 'it', command, cwd: ownFolder(t, files), warmup: 0 }
}

/** What the error says of a server that does not start. */
const failure = async (t, target, options) =>
  (await t.rejects(startServer(target, options))).message

const EXIT = `\nprocess.on('exit', (code) => {
  require('node:fs').writeFileSync(\`\${__dirname}/exit\`, String(code))
})`

/** The exit code of a server that has this code, too; a killed one has none. */
const exitOf = ({ file }) => fs.readFileSync(path.join(path.dirname(file), 'exit'), 'utf8')

t.test('a server is found by its listening, whatever it prints, and on any port', async (t) => {
  const code = COMMONJS.replace(LISTEN, "listen(0, '127.0.0.1', () => console.log('on port 1'))")
    .replace("'ok'", `JSON.stringify({
      pid: process.pid,
      channel: process.env.PROBE_CHANNEL,
      words: [process.execArgv.at(-1), ...process.argv.slice(2), process.cwd()]
    })`)
  const options = { flags: ['--no-warnings'], args: ['two words'], cwd: ROOT }
  const target = { ...codeTarget(t, code + EXIT), path: '/a?b=c', ...options }
  const server = await startServer(target)
  t.match(server.url, /^http:\/\/127\.0\.0\.1:\d+\/a\?b=c$/)
  const { channel, pid, words } = JSON.parse((await request(server.url)).body)
  t.equal(server.process.pid, pid)
  t.strictSame(words, ['--no-warnings', 'two words', ROOT])
  t.ok(skip || fs.existsSync(channel))
  await server.stop()
  t.equal(exitOf(target), '0')
  t.notOk(fs.existsSync(path.dirname(channel)), 'the folder of the channel is removed')
})

t.test('HOST of the environment moves no server, be it of HTTP/2 or an ES module', async (t) => {
  process.env.HOST = '192.0.2.1'
  t.teardown(() => { delete process.env.HOST })
  const certificates = path.join(ROOT, 'test/fixtures/servers')
  const http2 = { ...codeTarget(t, HTTP2), cwd: certificates }
  const muting = `import events from 'events'; events.defaultMaxListeners = 0; ${ES_MODULE}`
  const mutingInCommonJs = `require('events').defaultMaxListeners = 0\n${COMMONJS}`
  const execArgv = ['--require', probeFile('find-mute.js')]
  for (const [target, host, url, mutes] of [
    [http2, undefined, /^https:\/\/127\.0\.0\.1:\d+\/$/, []],
    [codeTarget(t, mutingInCommonJs), undefined, /^http:/,
      [/^defaultMaxListeners is set to 0 at .*index\.js:1/]],
    [codeTarget(t, muting, 'index.mjs'), '0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+\/$/,
      [/^defaultMaxListeners is set to 0$/]]
  ]) {
    const server = await startServer(target, { host, execArgv })
    t.match(server.url, url)
    t.equal((await request(server.url)).status, 200)
    const found = await server.ask('mutes')
    t.equal(found.length, mutes.length)
    t.match(found, mutes)
    await server.stop()
  }
})

t.test('a long answer of the probe arrives as it was sent', async (t) => {
  const probe = JSON.stringify(probeFile('probe.js'))
  const code = `${COMMONJS}\nrequire(${probe}).answers.long = () => '€'.repeat(1e6)`
  const server = await startServer(codeTarget(t, code))
  t.ok(await server.ask('long') === '€'.repeat(1e6))
  await server.stop()
})

t.test('a program that replaces functions of Node.js is measured all the same', async (t) => {
  const code = `const { prototype: { addListener, on } } = require('node:events')
    // Until it listens, it is as without the probe.
    if (on !== addListener || process.getActiveResourcesInfo().length) process.abort()
    ${COMMONJS}
    const fail = () => { throw new Error('replaced') }
    for (const [object, ...names] of [
      [process, 'memoryUsage', 'cpuUsage', 'hrtime', 'exit'],
      [JSON, 'parse', 'stringify'],
      [performance, 'now', 'eventLoopUtilization'],
      [require('node:fs'), 'readFileSync', 'stat'],
      [require('node:perf_hooks'), 'createHistogram', 'PerformanceObserver'],
      [require('node:vm'), 'runInThisContext'],
      [globalThis, 'Date', 'setTimeout', 'setInterval', 'queueMicrotask']
    ]) for (const name of names) object[name] = fail`
  const target = codeTarget(t, code + EXIT)
  const { ask, ...server } = await startServer(target, { execArgv: OBSERVE })
  const figures = Object.entries(await ask('sample'))
  t.ok(figures.every(([, value]) => Number.isFinite(value)), figures.join(' '))
  await ask('observe', observer)
  await ask('start')
  t.ok((await ask('read')).cpuTime > 0)
  t.strictSame(await ask('end'), [])
  await server.stop()
  t.equal(exitOf(target), '0')
})

t.test('a server that does not listen is an error', IN_TIME, async (t) => {
  t.equal(await failure(t, { ...codeTarget(t, COMMONJS), node: '/nowhere/node' }),
    '/nowhere/node does not start: ENOENT')
  const command = `"${process.execPath}" -e "process.exit(3)" -- --password=secret`
  const secret = commandTarget(t, command, {})
  t.equal(await failure(t, secret), `it died (exit code 3; ${secret.cwd})`)
  const talking = "console.log('one'); console.error('two')"
  const late = { ...codeTarget(t, `${talking}; ${SILENT}`), startLimit: 1 }
  t.equal(await failure(t, late),
    'it did not listen within 1 s. START=60 waits longer. It printed:\none\ntwo')
})

t.test('a server that does not exit is killed', async (t) => {
  const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
  const server = await startServer(codeTarget(t, `${COMMONJS}\nprocess.on('exit', () => ${wait})`))
  await server.stop()
  t.notOk(isRunning(server.process.pid))
})

t.test('a server that runs out of memory is told so, without a native stack', async (t) => {
  const leak = '{ const kept = []; for (;;) kept.push(new Array(1e4).fill(kept.length)) }'
  const target = codeTarget(t, COMMONJS.replace("res.end('ok')", leak))
  const server = await startServer(target, { execArgv: ['--max-old-space-size=16'] })
  request(server.url).catch(() => {}) // it never answers
  await once(server.over, 'abort')
  const { message } = server.over.reason
  t.match(message, /^it died \(.+\)\. It ran out of memory: .+:\nFATAL ERROR: .+ out of memory$/)
  await server.stop()
})

t.test('the process that listens is the server; all are ended', { skip }, async (t) => {
  // The detached process holds the pipes of the server open for as long as it lives.
  const parent = `const { spawn } = require('node:child_process')
    const { pid } = spawn(process.execPath, ['-e', ${JSON.stringify(SILENT)}], { stdio: 'inherit' })
    const { pid: detached } = spawn('sleep', ['600'], { detached: true, stdio: 'inherit' })
    const pids = \`\${detached} \${pid} \${process.ppid}\`
    require('node:fs').writeFileSync('pids', \`\${pids} \${process.env.NODE_OPTIONS}\`)
    spawn(process.execPath, ['server.js'], { stdio: 'inherit' })`
  const files = { 'parent.js': parent, 'server.js': COMMONJS }
  const command = commandTarget(t, `'${process.execPath}' parent.js; sleep 1000`, files)
  const target = { ...command, env: { NODE_OPTIONS: '--no-deprecation' } }
  const server = await startServer(target)
  const written = fs.readFileSync(path.join(target.cwd, 'pids'), 'utf8')
  const [detached, sibling, shell, ...options] = written.split(' ')
  t.teardown(() => process.kill(Number(detached)))
  t.match(options[0], /^"?--no-deprecation"?$/, 'its own options stay')
  const group = [server.process.pid, Number(sibling), Number(shell)]
  t.ok(group.every(isRunning))
  await server.stop()
  t.ok(await waitUntil(() => !group.some(isRunning)))
})

t.test('a server ends with the harness, even if it is blocked or detached', { skip }, async (t) => {
  const detaching = `require('node:child_process')
    .spawn(process.execPath, ['server.js'], { detached: true, stdio: 'inherit' })`
  const files = { 'it.js': detaching, 'server.js': COMMONJS }
  const blocking = COMMONJS.replace("res.end('ok')", '{ res.flushHeaders(); for (;;); }')
  for (const target of [
    codeTarget(t, blocking),
    commandTarget(t, `"${process.execPath}" it.js`, files)
  ]) {
    const harness = `const { startServer } = require('./scripts/lib/server/server')
      startServer(${JSON.stringify(target)}).then(async (server) => {
        console.log(server.process.pid)
        await fetch(server.url)
        process.kill(process.pid, 'SIGKILL')
      })`
    const options = { cwd: ROOT, encoding: 'utf8', timeout: 30_000 }
    const { stdout } = spawnSync(process.execPath, ['-e', harness], options)
    const pid = Number(stdout)
    t.teardown(() => isRunning(pid) && process.kill(pid, 'SIGKILL')) // where this test is red
    t.ok(pid && await waitUntil(() => !isRunning(pid)))
  }
})

t.test('a sample is of the time since the last one', { skip }, async (t) => {
  const execArgv = ['--require', probeFile('live.js')]
  const server = await startServer(codeTarget(t, WORKER), { execArgv })
  async function samplesAfter (path) {
    await request(server.url, { path })
    return { whole: await server.ask('sample'), interval: await server.ask('sampleInterval') }
  }
  await samplesAfter('/rest') // the next samples begin here
  const work = await samplesAfter('/work')
  const rest = await samplesAfter('/rest')
  for (const kind of ['whole', 'interval']) {
    const { cpuTime, delayP99 } = work[kind]
    t.ok(delayP99 > 200, `${kind}: blocked for 400 ms, p99 ${delayP99} ms`)
    t.ok(cpuTime > 20_000, `${kind}: CPU time in µs: ${cpuTime}`)
    for (const figure of ['cpu', 'cpuTime', 'elu', 'delayP99']) {
      t.ok(rest[kind][figure] < work[kind][figure] / 2, `${kind}: less ${figure} at rest`)
    }
  }
  await request(server.url, { path: '/kernel' })
  const { cpuTime, userTime } = await server.ask('sample')
  t.ok(cpuTime > 1.2 * userTime, `${cpuTime} µs, of which the program had ${userTime}`)
  await server.stop()
})

t.test('why a server died is told, with the end of its output', { skip }, async (t) => {
  // A process that it has started goes on.
  const code = `require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' })
    ${COMMONJS.replace("res.end('ok')", "process.stdout.write('x'.repeat(1e6), () => res.end())")}`
  for (const [signal, end] of [
    ['SIGKILL', 'killed by SIGKILL'],
    ['SIGTERM', 'exit code 143'] // an exit, at which profilers write their files
  ]) {
    const target = codeTarget(t, code)
    const server = await startServer(target)
    await request(server.url) // the pipe does not fill up
    process.kill(server.process.pid, signal)
    await once(server.over, 'abort')
    t.equal(server.over.reason.message,
      `it died (${end}; ${target.file}). Its last output:\n${'x'.repeat(10_000)}`)
    await server.stop()
  }
})
