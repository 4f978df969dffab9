'use strict'

// What whyslow's page tells people to run. Each row of its table that is marked as tried has a test
// here, with this Node.js and the newest.

const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const t = require('tap')
const { findFreePort } = require('../../docs/labs/free-port')
const { runProcess } = require('../../scripts/lib/server/run-process')
const { portsOf } = require('../../scripts/whyslow/attach/ports')
const { readText, startScript } = require('../helpers/project')
const { runCode, skip, testEachNode } = require('../helpers/running-server')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const SERVER = `const http = require('node:http')
const server = http.createServer((req, res) => res.end('ok'))
server.listen(0, '127.0.0.1', () => {
  console.log('http://127.0.0.1:' + server.address().port)
})
`
const CLUSTER = `const cluster = require('node:cluster')
if (cluster.isPrimary) for (let i = 0; i < 2; i++) cluster.fork()
else {
  const server = require('node:http').createServer((req, res) => res.end('ok'))
  server.listen(PORT, '127.0.0.1', () => {
    if (cluster.worker.id === 2) console.log('http://127.0.0.1:' + server.address().port)
  })
}
`
// Its workers end up to the LAST, and have one port for an inspector.
const RESTARTING = `const cluster = require('node:cluster')
if (cluster.isPrimary) {
  cluster.setupPrimary({ inspectPort: INSPECTOR })
  for (let i = 0; i < 3; i++) cluster.fork()
  cluster.on('exit', () => cluster.fork())
  cluster.once('exit', () => cluster.once('listening', () => console.log('http://127.0.0.1:PORT')))
} else {
  require('node:http').createServer((req, res) => res.end('ok')).listen(PORT, '127.0.0.1')
  if (cluster.worker.id <= LAST) setTimeout(() => process.exit(7), 1000 + Math.random() * 300)
}
`
const OTHER_TESTS = ["the container's host, as root"] // one-file.test.js
const CARD = /^\? process \d+: not enough evidence: no requests arrived$/m

/** Runs the command; whatever it prints has no stack. */
async function whyslow (t, ...args) {
  const command = startScript('scripts/whyslow/bin/whyslow.js', args)
  const { code, stdout, stderr } = await command.outcome
  t.notMatch(stdout + stderr, /^ {4}at /m, 'no stack')
  return { code, stdout, stderr }
}

const seconds = ['--seconds', '1']

/** Starts a server, and says of its inspector where it is, and whether it is open. */
async function run (t, node, code = SERVER, flags) {
  const server = await runCode(t, code, { node, flags })
  const { port, listening } = server
  const isOpen = () => listening().some((socket) => socket.port === port)
  return { ...server, address: `127.0.0.1:${port}`, isOpen }
}

/** Opens a tunnel to a port, as `ssh -L` does. */
async function openTunnel (t, port) {
  const tunnel = net.createServer((socket) => {
    const other = net.connect(port, '127.0.0.1')
    socket.pipe(other).pipe(socket)
    for (const end of [socket, other]) end.on('error', () => {})
  })
  await once(tunnel.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => tunnel.close())
  return `127.0.0.1:${tunnel.address().port}`
}

/** Starts a cluster which prints its URL as soon as a worker has restarted. */
async function runRestarting (t, node, last) {
  const port = await findFreePort()
  const code = RESTARTING.replaceAll('PORT', port).replace('LAST', last)
  const server = await run(t, node, code.replace('INSPECTOR', await findFreePort()))
  return { ...server, port }
}

/** By the first column of the page. */
const RECIPES = {
  async 'on the machine' (t, node) {
    const { pid, url } = await run(t, node)
    const { port } = new URL(url)
    const list = await whyslow(t)
    t.match(list.stdout, new RegExp(`^ *${pid} .* ${port} .*server\\.js$`, 'm'))
    const [processes, next] = list.stdout.split(/\n\nTo watch process \d+:\n\n/)
    t.notMatch(processes, /whyslow\.js|npm /, 'neither this command nor npm')
    t.match(next, /^ {2}node scripts\/whyslow\/bin\/whyslow\.js \d+\n$/)
    for (const operand of [String(pid), `:${port}`]) {
      const { stdout } = await whyslow(t, operand, ...seconds)
      t.match(stdout, new RegExp(`^\\? process ${pid}: `))
    }
  },
  async 'an open inspector' (t, node) {
    const server = await run(t, node)
    await runProcess(['kill', '-USR1', String(server.pid)])
    t.ok(await waitUntil(server.isOpen), 'it is open')
    const tunnel = await openTunnel(t, server.port)
    const { stdout } = await whyslow(t, tunnel, ...seconds)
    t.match(stdout, CARD)
    t.ok(server.isOpen(), 'it stays open')
    const { code, stderr } = await whyslow(t, 'close', tunnel)
    t.equal(code, 0, stderr)
    t.ok(await waitUntil(() => !server.isOpen()), 'it is closed')
    t.equal(await (await fetch(server.url)).text(), 'ok')
  },
  async 'a cluster' (t, node) {
    const code = CLUSTER.replace('PORT', String(await findFreePort()))
    const { pid } = await run(t, node, code)
    const { stdout } = await whyslow(t, String(pid), ...seconds)
    t.match(stdout, /\n\n {2}worker {4}process \d+ is one of 2 workers: .*\n {2}workers /s)
    const workers = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    t.strictSame(workers.map((id) => portsOf(Number(id)).listening), [[], []], 'no inspector')
  },
  async 'npm is the parent' (t, node) {
    const { pid } = await run(t, node, `${SERVER}\nprocess.title = 'npm start'`)
    const { code, stderr } = await whyslow(t, String(pid))
    t.equal(code, 1)
    t.match(stderr, /^whyslow: process \d+ is npm, which .* Watch that: .*\n$/)
  }
}

const CLUSTERS = {
  async 'workers that restart are a fault, by the primary and by the port' (t, node) {
    const { pid, port } = await runRestarting(t, node, Infinity)
    const card = await whyslow(t, String(pid))
    t.equal(card.code, 3)
    const [heading] = card.stdout.split('\n')
    t.match(heading, /: workers restart: \d+ in \d+ s, the last with exit code 7$/)
    t.notMatch(card.stdout, /undefined|NaN/)
    const { code, stdout } = await whyslow(t, `:${port}`, '--json')
    const { facts, first, outcome, running } = JSON.parse(stdout)
    t.strictSame([code, outcome, running.pid, first.id], [3, 'fault', pid, 'workers-restart'])
    t.ok(facts.workersStarted > 2)
    t.equal(facts.exitCode, 7)
  },
  async 'a worker that has restarted once is none of these' (t, node) {
    const { pid } = await runRestarting(t, node, 1)
    const { code, stdout } = await whyslow(t, String(pid), ...seconds)
    t.equal(code, 4)
    t.match(stdout, /^ {2}worker {4}process \d+ is one of 3 workers: /m)
  }
}

/** An inspector that is in use, and one that is closed by hand. */
const IN_USE = {
  async 'two at once: the second one says who has the port, or waits for it' (t, node) {
    const first = await run(t, node)
    const { pid } = await run(t, node, SERVER, [`--inspect-port=${first.port}`])
    const watched = whyslow(t, String(first.pid), '--seconds', '5')
    t.ok(await waitUntil(first.isOpen))
    const { code, stderr } = await whyslow(t, String(pid))
    t.equal(code, 1)
    const { port } = first
    t.match(stderr, new RegExp(`^whyslow: port ${port}, .* is in use by process ${first.pid} ` +
      '\\(.*server\\.js\\)\\. .*\\(--wait waits for it\\)\\n$'))
    t.match((await whyslow(t, String(pid), '--wait', ...seconds)).stdout, CARD)
    t.match((await watched).stdout, CARD)
  },
  async 'close closes an inspector' (t, node) {
    const server = await run(t, node, SERVER, ['--inspect=PORT'])
    const { code, stdout } = await whyslow(t, 'close', server.address)
    t.strictSame([code, stdout], [0, `process ${server.pid} has closed its inspector\n`])
    t.notOk(server.isOpen())
    t.equal(await (await fetch(server.url)).text(), 'ok')
  }
}

t.test('each row that is marked as tried has a test', async (t) => {
  const rows = readText('scripts/whyslow/README.md').matchAll(/^\| (.*) \*\(tried\)\* \|/gm)
  const tried = Array.from(rows, ([, row]) => row).filter((row) => !OTHER_TESTS.includes(row))
  t.strictSame(tried, Object.keys(RECIPES))
})

testEachNode(t, { ...RECIPES, ...CLUSTERS, ...IN_USE })

t.test('what cannot work is refused before anything is done', { skip }, async (t) => {
  const server = await run(t, process.execPath)
  const pid = String(server.pid)
  for (const args of [
    [pid, '--seconds', '3601'],
    [pid, '--save-profile', `${t.testdir({})}/none/x`],
    [pid, '--until-slow', '--pause', '10'],
    [pid, '--until-slow', '--for', '2'],
    [pid, '--until-slow', '--heap'],
    [pid, '--pause', '500'],
    [pid, '--none'],
    ['--json'], // of which process?
    ['slow']
  ]) {
    const { code, stdout, stderr } = await whyslow(t, ...args)
    t.strictSame([code, stdout, server.stderr()], [2, '', ''], args.join(' '))
    t.match(stderr, /^whyslow: .+\n$/, 'one line')
  }
})
