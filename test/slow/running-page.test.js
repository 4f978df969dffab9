'use strict'

// What docs/running.md tells people to run. Each row of its table that is marked as tried has a
// test here, with this Node.js and the newest.

const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')
const t = require('tap')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')
const { findFreePort } = require('../../docs/labs/free-port')
const { runProcess } = require('../../scripts/lib/server/run-process')
const { portsOf } = require('../../scripts/whyslow/attach/ports')
const { readText, startScript } = require('../helpers/project')
const { runServer } = require('../helpers/running-server')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const skip = process.platform !== 'linux' && 'it reads /proc'
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
const BLOCKED = `${SERVER}
process.on('SIGUSR2', () => { while (!require('node:fs').existsSync(__dirname + '/go')); })`
const OTHER_TESTS = ['the namespaces of a container'] // one-file.test.js
const CARD = /^\? process \d+: not enough evidence: no requests arrived$/m
const SIGNALS = {
  'kill -USR1': (node, pid) => ['kill', '-USR1', String(pid)],
  'process.kill(1, "SIGUSR1")': (node, pid) => [node, '-e', `process.kill(${pid}, "SIGUSR1")`],
  'process._debugProcess(4242)': (node, pid) => [node, '-e', `process._debugProcess(${pid})`]
}

/** Runs the command; whatever it prints has no stack. */
async function whyslow (t, ...args) {
  const command = startScript('scripts/whyslow/bin/whyslow.js', args)
  const { code, stdout, stderr } = await command.outcome
  t.notMatch(stdout + stderr, /^ {4}at /m, 'no stack')
  return { code, stdout, stderr }
}

const seconds = ['--seconds', '1']

/** Starts a server with a port for its inspector, which is killed with the test. */
async function run (t, node, { code = SERVER, isOpen = false } = {}) {
  const port = 20_000 + await findFreePort() % 10_000
  const folder = t.testdir({ 'server.js': code })
  const flags = [`--inspect${isOpen ? '' : '-port'}=127.0.0.1:${port}`]
  const server = await runServer(path.join(folder, 'server.js'), { node, flags })
  t.teardown(server.stop)
  const address = `127.0.0.1:${port}`
  const isListening = () => portsOf(server.pid).listening.some((socket) => socket.port === port)
  return { ...server, folder, port, address, isListening }
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

/** Opens the inspector by a command of the page, watches it through a tunnel, and closes it. */
async function watchByHand (t, node, signal) {
  const server = await run(t, node)
  await runProcess(SIGNALS[signal](node, server.pid))
  t.ok(await waitUntil(server.isListening), 'it is open')
  const tunnel = await openTunnel(t, server.port)
  const { stdout } = await whyslow(t, tunnel, ...seconds)
  t.match(stdout, CARD)
  t.ok(server.isListening(), 'it stays open')
  const closed = await whyslow(t, 'close', tunnel)
  t.equal(closed.code, 0, closed.stderr)
  t.match(closed.stdout, /^process \d+ closes its inspector as soon as its event loop is free\n$/)
  t.ok(await waitUntil(() => !server.isListening()), 'it is closed')
  t.equal(await (await fetch(server.url)).text(), 'ok')
}

/** By the first column of the page. */
const RECIPES = {
  async 'on the machine' (t, node) {
    const { pid, url } = await run(t, node)
    const { port } = new URL(url)
    const list = await whyslow(t)
    t.match(list.stdout, new RegExp(`^ *${pid} .* ${port} .*server\\.js$`, 'm'))
    for (const operand of [String(pid), `:${port}`]) {
      const { stdout } = await whyslow(t, operand, ...seconds)
      t.match(stdout, new RegExp(`^\\? process ${pid}: `))
    }
  },
  async 'from your laptop' (t, node) {
    await watchByHand(t, node, 'kill -USR1')
    await watchByHand(t, node, 'process.kill(1, "SIGUSR1")')
  },
  async 'a cluster, pm2' (t, node) {
    const code = CLUSTER.replace('PORT', String(await findFreePort()))
    const { pid, url } = await run(t, node, { code })
    for (const operand of [String(pid), `:${new URL(url).port}`]) {
      const { stdout } = await whyslow(t, operand, ...seconds)
      t.match(stdout, /^ {2}worker {4}process \d+ is one of 2 workers: /m)
    }
  },
  async 'npm or tini is process 1' (t, node) {
    const { pid } = await run(t, node, { code: `${SERVER}\nprocess.title = 'npm start'` })
    const { code, stderr } = await whyslow(t, String(pid))
    t.equal(code, 1)
    t.match(stderr, /^whyslow: process \d+ is npm: .* Watch that one: .*\n$/)
  }
}

/** Rows that are not marked: the lines of another system, run on this one. */
const ELSEWHERE = {
  async Windows (t, node) {
    await watchByHand(t, node, 'process._debugProcess(4242)')
  }
}

/** `whyslow close`: what it says, of an inspector that is open or not. */
const CLOSINGS = {
  async 'closes an inspector' (t, node) {
    for (const isOpen of [true, false]) {
      const server = await run(t, node, { isOpen })
      if (!isOpen) process.kill(server.pid, 'SIGUSR1')
      t.ok(await waitUntil(server.isListening))
      const { code, stdout } = await whyslow(t, 'close', server.address)
      t.strictSame([code, stdout], [0, `process ${server.pid} has closed its inspector\n`])
      t.notOk(server.isListening())
      t.equal(await (await fetch(server.url)).text(), 'ok')
      t.match((await whyslow(t, String(server.pid), ...seconds)).stdout, CARD, 'opens it again')
    }
  },
  async 'refuses while a debugger is connected' (t, node) {
    const { address, isListening, port } = await run(t, node, { isOpen: true })
    const debug = net.connect(port, '127.0.0.1')
    await once(debug, 'connect')
    const { code, stderr } = await whyslow(t, 'close', address)
    t.equal(code, 1)
    t.equal(stderr, `whyslow: ${address} has a debugger, or another command: end that first\n`)
    t.ok(isListening())
    debug.destroy()
  },
  async 'finds no inspector' (t, node) {
    const { address, url } = await run(t, node)
    for (const other of [address, new URL(url).host]) {
      const { code, stderr } = await whyslow(t, 'close', other)
      t.equal(code, 1)
      t.match(stderr, new RegExp(`^whyslow: no inspector answers at ${other} \\(.+\\): kill -USR1`))
    }
  },
  async 'says that a blocked event loop closes it later' (t, node) {
    const server = await run(t, node, { code: BLOCKED, isOpen: true })
    process.kill(server.pid, 'SIGUSR2')
    const { code, stderr } = await whyslow(t, 'close', server.address)
    t.equal(code, 1)
    t.match(stderr, /^whyslow: the inspector of process \d+ stays open at .* for now: /)
    fs.writeFileSync(path.join(server.folder, 'go'), '')
    t.ok(await waitUntil(() => !server.isListening()), 'it is closed')
    t.equal(await (await fetch(server.url)).text(), 'ok')
  },
  async 'needs host and port' (t) {
    for (const operands of [['close'], ['close', '4242'], ['close', ':9229']]) {
      t.equal((await whyslow(t, ...operands)).code, 2)
    }
  }
}

function testAll (t, node) {
  for (const [name, use] of Object.entries({ ...RECIPES, ...ELSEWHERE, ...CLOSINGS })) {
    t.test(name, { buffered: true, timeout: 120_000 }, (t) => use(t, node))
  }
}

t.test('each row that is marked as tried has a test', async (t) => {
  const rows = readText('docs/running.md').matchAll(/^\| (.*) \*\(tried\)\* \|/gm)
  const tried = Array.from(rows, ([, row]) => row).filter((row) => !OTHER_TESTS.includes(row))
  t.strictSame(tried, Object.keys(RECIPES))
})

t.test('this Node.js', { skip, jobs: 3 }, async (t) => testAll(t, process.execPath))

t.test('Node.js 26', { skip, jobs: 3 }, async (t) => {
  const { file } = await fetchNode('26')
  testAll(t, file)
})

t.test('what cannot work is refused before anything is done', { skip }, async (t) => {
  const server = await run(t, process.execPath)
  const folder = t.testdir({})
  const mistakes = [
    [['--seconds', '1m'], /--seconds takes a number from 1 to 3600, not 1m\n$/],
    [['--seconds', '3000000'], /--seconds takes a number from 1 to 3600, not 3000000\n$/],
    [['--seconds', '0'], /--seconds takes a number from 1 to 3600, not 0\n$/],
    [['--save-profile', `${folder}/none/x`], /--save-profile cannot write to .*\/none\/x: /],
    [['--save-profile', folder], /--save-profile cannot write to /]
  ]
  for (const [args, message] of mistakes) {
    const { code, stdout, stderr } = await whyslow(t, String(server.pid), ...args)
    t.strictSame([code, stdout, server.stderr()], [2, '', ''], args.join(' '))
    t.match(stderr, message)
  }
  const args = ['--save-profile', `${folder}/x.cpuprofile`]
  await whyslow(t, String(server.pid), ...args, ...seconds)
  const { nodes } = JSON.parse(fs.readFileSync(args[1], 'utf8'))
  t.ok(nodes.length > 0)
})
