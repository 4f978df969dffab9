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
  const { outcome, child } = await startWithProcess(t, targetOf(t, 'setInterval(() => {}, 1000)'), { startLimit: 300 })
  t.match(outcome.message, /^it does not listen: .*index\.js printed no URL in 0\.3 s$/)
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
  t.match(await server.sample(), { listeners: null, cpu: Number, heap: Number })
  t.match(await server.sampleInterval(), { listeners: null })
  t.equal((await request(server.url)).status, 200, 'and is still there')
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
  t.match(stdout, /^it listening on http:.*\nlater\n/)
  t.match(stderr, /^trouble\n/)
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
  await t.rejects(server.sample(), reason)
  await ended
  t.equal(child.signalCode, 'SIGKILL')
})

t.test('a Node.js that cannot be started is named', async (t) => {
  await t.rejects(startServer({ ...targetOf(t, COMMONJS), node: '/nowhere/node' }),
    { message: '/nowhere/node does not start: ENOENT' })
})
