'use strict'

// A running server is watched under its own load, and is then as it was before.

const { once } = require('node:events')
const net = require('node:net')
const t = require('tap')
const { findFreePort } = require('../../docs/labs/free-port')
const { watchServer } = require('../../scripts/lib/diagnosis/collect-running')
const { attach, startWatch } = require('../../scripts/lib/measure/attach')
const { inspectProcess, SYSTEM } = require('../../scripts/lib/measure/attachable')
const { portsOf } = require('../../scripts/lib/system/inspector')
const { startScript } = require('../helpers/project')
const { runServer: startServer, underLoad, STATE } = require('../helpers/running-server')
const { isRunning } = require('../helpers/observed-stage')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const skip = process.platform !== 'linux' && 'it reads /proc'
const SERVER = `${STATE}
const http = require('node:http')
function compute () {
  let sum = 0
  for (let i = 0; i < 2e6; i++) sum += Math.random()
  return String(sum)
}
const server = http.createServer((req, res) => {
  res.end(req.url === '/state' ? state() : compute())
})
server.listen(process.env.PORT, process.env.HOST, () => {
  console.log('http://127.0.0.1:' + server.address().port)
})
`
t.jobs = 3 // half of the time they wait
t.setTimeout(60_000)

let files = 0
const write = (t, code, name = 'js') => {
  const file = `server-${++files}.${name}`
  return `${t.testdir({ [file]: code })}/${file}`
}
const stateOf = async (url) =>
  (await fetch(`${url}/state`, { headers: { connection: 'close' } })).json()
const failure = async (promise) => (await promise.then(() => 'none', ({ message }) => message))

/** Starts a server that is killed with the test. */
async function runServer (t, file, options) {
  const server = await startServer(file, options)
  t.teardown(server.stop)
  return server
}

/** Waits until the server is as before. */
async function ensureUntouched (t, url, before, limit = 15_000) {
  const isAsBefore = async () => JSON.stringify(await stateOf(url)) === JSON.stringify(before)
  if (!await waitUntil(isAsBefore, limit)) t.strictSame(await stateOf(url), before)
}

t.test('its verdict, place and routes; nothing is left', { skip, buffered: true }, async (t) => {
  const file = write(t, SERVER)
  const { pid, url, stderr } = await runServer(t, file)
  const before = await stateOf(url)
  const notices = []
  const { used, failed } = await underLoad(`${url}/items/7?a=b`, () =>
    watchServer(
      { name: 'it', running: { pid } },
      { watch: 2 },
      { onNotice: (text) => notices.push(text) }
    )
  )
  t.equal(used.first.verdict, 'event loop blocked by computation')
  t.strictSame([used.hottestFrame.frame.name, used.hottestFrame.frame.file], ['compute', file])
  t.equal(used.routes[0].name, 'GET /items/:id')
  t.strictSame([used.running.pid, used.running.node], [pid, process.version])
  t.equal(failed, 0)
  t.equal(notices.length, 1, 'before SIGUSR1 is sent')
  await ensureUntouched(t, url, before)
  t.notMatch(stderr(), /Error|Warning/)
})

t.test('an ES module, watched twice in a row', { skip, buffered: true }, async (t) => {
  const code = `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
${SERVER}`
  const { pid, url } = await runServer(t, write(t, code, 'mjs'))
  const before = await stateOf(url)
  for (let i = 0; i < 2; i++) {
    const { first } = await watchServer({ name: 'it', running: { pid } }, { watch: 1 })
    t.equal(first.verdict, 'not enough evidence: no requests arrived')
    t.strictSame(await stateOf(url), before)
  }
})

t.test('an inspector that was open stays open', { skip, buffered: true }, async (t) => {
  const { pid, url } = await runServer(t, write(t, SERVER), { flags: ['--inspect=0'] })
  const before = await stateOf(url)
  const port = Number(new URL(before.inspector).port)
  const { first } = await watchServer(
    { name: 'it', running: { host: '127.0.0.1', port } },
    { watch: 1 }
  )
  t.match(first.verdict, /^not enough evidence/)
  t.strictSame(await stateOf(url), before)
  t.ok(isRunning(pid))
})

t.test('listeners that are added, with their place', { skip, buffered: true }, async (t) => {
  const code = SERVER.replace('res.end(req', `server.on('done', function listen () {})
  debugger // stops it while the heap is walked, and no longer
  res.end(req`).replace('server.listen', 'server.setMaxListeners(0).listen')
  const file = write(t, code)
  const { pid, url } = await runServer(t, file)
  const { used, failed } = await underLoad(url, () =>
    watchServer({ name: 'it', running: { pid } }, { watch: 3, listeners: true }))
  t.equal(failed, 0)
  t.equal(used.first.verdict, 'cost grows with every request')
  const [{ emitter, event, location }] = used.excessListeners
  const line = code.slice(0, code.indexOf('function listen')).split('\n').length
  t.strictSame([emitter, event, location], ['Server', 'done', `${file}:${line}`])
  t.match(used.first.figure, /; listeners grow by \d+(\.\d+)? per request$/)
})

t.test('a growing heap that collections leave is a leak', { skip, buffered: true }, async (t) => {
  const leak = "kept.push(Array(1e3).fill(req.url)) && 'ok'"
  const code = `const kept = []\n${SERVER.replace('compute()', leak)}`
  const { pid, url } = await runServer(t, write(t, code))
  const { used } = await underLoad(url, () =>
    watchServer({ name: 'it', running: { pid } }, { watch: 3, collect: true }))
  t.equal(used.first.verdict, 'memory leak')
  t.ok(used.facts.keptPerRequest > 7000, `${used.facts.keptPerRequest}`)
})

t.test('an error of the watch does not reach the server', { skip, buffered: true }, async (t) => {
  const code = SERVER.replace(
    'res.end(req',
    "Object.defineProperty(res, 'req', { value: null })\n  res.end(req"
  )
  const { pid, url } = await runServer(t, write(t, code))
  const before = await stateOf(url)
  const { used, failed } = await underLoad(url, () =>
    failure(watchServer({ name: 'it', running: { pid } }, { watch: 1 })))
  t.match(used, new RegExp(`^what watches in process ${pid} has ended: TypeError: Cannot read`))
  t.equal(failed, 0)
  await ensureUntouched(t, url, before)
})

t.test('a watch that hears nothing ends by itself', { skip, buffered: true }, async (t) => {
  const { pid, url } = await runServer(t, write(t, SERVER))
  const before = await stateOf(url)
  const attached = await attach({ pid })
  const watch = await startWatch(attached)
  t.strictSame((await stateOf(url)).channels.length, 5)
  const { inspector } = await stateOf(url)
  await ensureUntouched(t, url, { ...before, inspector }, 10_000)
  t.match(
    await failure(watch.read()),
    /has ended: Error: it heard nothing from this command for 5 s$/
  )
  await attached.end()
  t.strictSame(await stateOf(url), before)
})

t.test('a command that is killed leaves nothing', { skip, buffered: true }, async (t) => {
  const { pid, url } = await runServer(t, write(t, SERVER))
  const before = await stateOf(url)
  const { child, outcome } = startScript('scripts/diagnose.js', [
    '--pid',
    String(pid),
    '--watch',
    '60'
  ])
  await waitUntil(async () => (await stateOf(url)).channels.length > 0)
  child.kill('SIGKILL')
  await outcome
  await ensureUntouched(t, url, before)
})

t.test('Ctrl-C and the end of the server', { skip, buffered: true }, async (t) => {
  const { child, pid, url } = await runServer(t, write(t, SERVER))
  const before = await stateOf(url)
  const start = () => startScript('scripts/diagnose.js', ['--pid', String(pid), '--watch', '60'])
  const interrupted = start()
  await waitUntil(async () => (await stateOf(url)).channels.length > 0)
  interrupted.child.kill('SIGINT')
  t.equal((await interrupted.outcome).code, 130)
  t.strictSame(await stateOf(url), before)
  const orphaned = start()
  await waitUntil(async () => (await stateOf(url)).channels.length > 0)
  child.kill('SIGKILL')
  const { code, stderr } = await orphaned.outcome
  t.equal(code, 1)
  t.match(stderr, /^diagnose: the process has ended, or another program has closed its inspector$/m)
})

t.test('what cannot be watched gets one line', { skip, buffered: true }, async (t) => {
  const watch = (pid) => failure(watchServer({ name: 'it', running: { pid } }, { watch: 1 }))
  t.equal(await watch(2 ** 22 + 1),
    `there is no process ${2 ** 22 + 1}: pgrep -a node lists those of Node.js`)

  const own = await runServer(t, write(t, `process.on('SIGUSR1', () => {})\n${SERVER}`))
  t.equal(await watch(own.pid), `process ${own.pid} has opened no inspector in 2 s: ` +
    'it may handle SIGUSR1 itself, or be blocked. Start it with --inspect')
  t.ok(isRunning(own.pid))

  const holder = net.createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address()
  const second = await runServer(t, write(t, SERVER), { flags: [`--inspect-port=${port}`] })
  t.equal(await watch(second.pid), `port ${port}, where process ${second.pid} would open its ` +
    'inspector, is in use: end what listens there, perhaps another program that is debugged')
  holder.close()
  await once(holder, 'close')
  const attached = await attach({ pid: second.pid })
  t.equal(await watch(second.pid), `process ${second.pid} has a debugger on port ${port}, ` +
    'or another command watches it: end that first')
  await attached.end()
  t.notOk(portsOf(second.pid).listening.includes(port))

  const primary = await runServer(t, write(t, `const cluster = require('node:cluster')
if (!cluster.isPrimary) setInterval(() => {}, 1000)
else cluster.fork().on('online', () => console.log('http://none'))`), {
    flags: [`--inspect-port=${await findFreePort()}`]
  })
  t.match(await watch(primary.pid), new RegExp(`^process ${primary.pid} is the primary of a ` +
    'cluster and answers no requests: watch one of its workers, PID=\\d+$'))
  t.notOk(portsOf(primary.pid).listening.length)
})

t.test('what the system says of a process is checked before SIGUSR1', async (t) => {
  const status = (more) => `Name:\tnode\nState:\tS (sleeping)\nTgid:\t7\n${more}`
  const linux = (replaced = {}) => {
    const texts = {
      '/proc/7/status': status('SigCgt:\t0000000000000200'),
      '/proc/7/exe': '/usr/bin/node',
      '/proc/7/ns/net': 'net:[1]',
      '/proc/self/ns/net': 'net:[1]',
      '/proc/7/cmdline': 'node\0server.js\0',
      '/proc/7/environ': 'A=b\0NODE_OPTIONS=--inspect-port=9300\0C=d',
      ...replaced
    }
    const read = (file) => texts[file]
    return { ...SYSTEM, platform: 'linux', findProcess: () => {}, read, readLink: read }
  }
  const errorOf = (system) => t.throws(() => inspectProcess(7, system)).message
  t.strictSame(inspectProcess(7, linux()), {
    catches: true,
    options: 'node server.js NODE_OPTIONS=--inspect-port=9300'
  })
  t.equal(inspectProcess(7, linux({ '/proc/7/status': status('SigCgt:\t0') })).catches, false)
  t.match(
    errorOf(linux({ '/proc/7/exe': '/usr/bin/bash' })),
    /^process 7 is not Node.js, but bash:/
  )
  t.match(
    errorOf(linux({ '/proc/7/status': 'Tgid:\t5\n' })),
    /^7 is a thread of process 5: .*PID=5/
  )
  t.match(errorOf(linux({ '/proc/7/ns/net': 'net:[2]' })), /^process 7 runs in a container/)
  const denied = () => { throw Object.assign(new Error(), { code: 'EPERM' }) }
  t.equal(errorOf({ ...linux(), findProcess: denied }),
    'process 7 belongs to another user: run this command as that user')
  const mac = (line) => ({ ...SYSTEM, platform: 'darwin', findProcess: () => {}, ps: () => line })
  t.equal(inspectProcess(7, mac('20000000 /opt/node/bin/node server.js\n')).catches, true)
  t.equal(inspectProcess(7, mac('0 node server.js\n')).catches, false)
  t.match(errorOf(mac('20000000 /bin/zsh\n')), /^process 7 is not Node.js, but zsh/)
  t.equal(inspectProcess(7, { ...mac(), platform: 'win32' }).catches, true)
})
