'use strict'

const { spawnSync } = require('node:child_process')
const path = require('node:path')
const t = require('tap')
const { startServer } = require('../../scripts/lib/measure/server')
const { startProcess } = require('../../scripts/lib/system/process')
const { request } = require('../../scripts/lib/system/http-client')
const { ROOT } = require('../helpers/project') // which also keeps tap's loader out of child processes

const SERVER = `const server = http.createServer((req, res) => res.end('ok'))
  .listen(0, process.env.HOST, () => console.log('it listening on http://127.0.0.1:' + server.address().port))`
const COMMONJS = `const http = require('node:http')\n${SERVER}`
const ES_MODULE = `import http from 'node:http'\n${SERVER}`

// '/work' blocks the event loop for 400 ms in 3 of about 20 ticks, '/rest' answers after 500 ms without work.
const WORKER = `const http = require('node:http')
const { setTimeout: pause } = require('node:timers/promises')
const block = () => { for (const end = performance.now() + 400; performance.now() < end;); }
const answers = {
  '/rest': () => pause(500),
  async '/work' () {
    for (let i = 0; i < 3; i++) {
      block()
      await pause(60)
    }
  }
}
${SERVER.replace("res.end('ok')", 'answers[req.url]().then(() => res.end())')}`

/** @returns {import('../../scripts/lib/measure/targets').Target} a server made of this code */
const targetOf = (t, code, file = 'index.js') =>
  ({ name: 'it', file: path.join(t.testdir({ [file]: code }), file), warmup: 0 })

/** Starts a server as `startServer` does, and also returns its process. */
async function startWithProcess (t, target, options) {
  let process
  const { startServer } = t.mockRequire('../../scripts/lib/measure/server', {
    '../../scripts/lib/system/process': { startProcess: (...args) => (process = startProcess(...args)) }
  })
  const outcome = await startServer(target, options).catch((err) => err)
  return { outcome, ...process }
}

const isRunning = (child) => child.exitCode === null && child.signalCode === null

t.test('a server that does not listen within the start limit is killed', { timeout: 8000 }, async (t) => {
  const target = targetOf(t, 'setInterval(() => {}, 1000)')
  const { outcome, child } = await startWithProcess(t, target, { startLimit: 300 })
  t.equal(outcome.message, `it does not listen: ${target.file} printed no URL in 0.3 s`)
  t.notOk(isRunning(child))
})

t.test('a server that does not exit within the stop limit is killed', async (t) => {
  const target = targetOf(t, `${COMMONJS}\nprocess.prependListener('message', () => { for (;;); })`)
  const { outcome: server, child } = await startWithProcess(t, target, { stopLimit: 100 })
  await server.stop()
  t.equal(child.signalCode, 'SIGKILL')
})

t.test('a server can be an ES module', async (t) => {
  const server = await startServer(targetOf(t, ES_MODULE, 'index.mjs'))
  for (const sample of [await server.sample(), await server.sampleInterval()]) {
    const { listeners, ...figures } = sample
    t.equal(listeners, null)
    t.strictSame(Object.keys(figures), ['cpu', 'cpuTime', 'elu', 'delayP99', 'heap', 'rss'])
    t.ok(Object.values(figures).every(Number.isFinite))
  }
  t.equal((await request(server.url)).status, 200, 'and is still there')
  await server.stop()
})

t.test('a sample is of the time since the last one, and its delay is that of the slowest ticks', async (t) => {
  const server = await startServer(targetOf(t, WORKER))
  const takeBoth = async () => ({ whole: await server.sample(), interval: await server.sampleInterval() })
  await takeBoth() // the next samples begin here
  const begin = performance.now()
  await request(server.url, { path: '/work' })
  const work = await takeBoth()
  const elapsed = performance.now() - begin
  await request(server.url, { path: '/rest' })
  const rest = await takeBoth()
  for (const kind of ['whole', 'interval']) {
    const [at, after] = [work[kind], rest[kind]]
    t.ok(at.delayP99 > 200 && at.delayP99 < elapsed, `${kind}: blocked for 400 ms, p99 ${at.delayP99} ms`)
    t.ok(at.cpu > 0.05 && at.cpu < 2 && at.elu <= 1, 'cpu and elu are shares')
    t.ok(at.cpuTime > 20_000 && at.cpuTime < 2000 * elapsed, `${kind}: CPU time in µs: ${at.cpuTime}`)
    for (const figure of ['cpu', 'cpuTime', 'elu', 'delayP99']) {
      t.ok(after[figure] < at[figure] / 2, `${kind} ${figure}: ${at[figure]} at work, ${after[figure]} at rest`)
    }
  }
  await server.stop()
})

t.test('what a server prints after its start is read and discarded', async (t) => {
  const chatty = COMMONJS.replace("res.end('ok')", "process.stdout.write('x'.repeat(1e6), () => res.end('ok'))")
  const { outcome: server, child } = await startWithProcess(t, targetOf(t, chatty))
  t.equal(child.stdout.listenerCount('data'), 0, 'nothing collects it')
  t.equal((await request(server.url)).status, 200, 'the pipe does not fill up')
  await server.stop()
})

t.test('with echo, everything that a server prints is passed on', async (t) => {
  const { file } = targetOf(t,
    `${COMMONJS}\nprocess.on('message', () => { console.log('later'); console.error('trouble') })`)
  const code = `require('./scripts/lib/measure/server')
    .startServer({ name: 'it', file: ${JSON.stringify(file)} }, { echo: true })
    .then(async (server) => { await server.sample(); await server.stop() })`
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], { cwd: ROOT, encoding: 'utf8' })
  t.match(stdout, /^it listening on http:\/\/127\.0\.0\.1:\d+\n(later\n)+$/)
  t.match(stderr, /^(trouble\n)+$/)
})

t.test('HOST in the environment does not move a server off loopback', async (t) => {
  const { HOST = '' } = process.env
  t.teardown(() => { process.env.HOST = HOST })
  process.env.HOST = '192.0.2.1'
  const server = await startServer(targetOf(t, COMMONJS.replace("127.0.0.1:'", "' + process.env.HOST + ':'")))
  t.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  await server.stop()
})

t.test('an aborted signal ends the server, and what is asked of it', async (t) => {
  const interrupt = new AbortController()
  const { signal } = interrupt
  const { outcome: server, child, ended } = await startWithProcess(t, targetOf(t, COMMONJS), { signal })
  const reason = new Error('interrupted')
  interrupt.abort(reason)
  t.equal(await t.rejects(server.sample()), reason)
  await ended
  t.equal(child.signalCode, 'SIGKILL')
})

t.test('a Node.js that cannot be started is named', async (t) => {
  const { message } = await t.rejects(startServer({ ...targetOf(t, COMMONJS), node: '/nowhere/node' }))
  t.equal(message, '/nowhere/node does not start: ENOENT')
})
