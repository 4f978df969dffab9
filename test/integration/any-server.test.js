'use strict'

// Servers that are not in the repository: which of them work, and what is said of the others.

const { once } = require('node:events')
const net = require('node:net')
const t = require('tap')
const { findFreePort } = require('../../docs/labs/free-port')
const { startServer } = require('../../scripts/lib/server/server')
const { findTarget } = require('../../scripts/lib/server/targets')
const { request } = require('../../scripts/lib/server/http-client')
const { ownFolder, processesIn, HTTP, LISTEN } = require('../helpers/own-server')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const PORT = 'process.env.PORT ?? 3000'
const NEVER = 3600 // s to start: what waits for it fails by the time limit of the test
const START = 3 // s
const WAIT = 'setInterval(() => {}, 1000)'
const H2 = `require('node:http2').createServer()${LISTEN}`
const SOCKET = "require('node:net').createServer()" +
  ".listen(require('node:path').join(__dirname, 'socket'))"
const RAW = `const answer = 'HTTP/1.1 200 OK\\r\\nContent-Length: 3\\r\\n\\r\\nraw'
require('node:net').createServer((socket) => {
  socket.on('error', () => {}).once('data', () => socket.end(answer))
})${LISTEN}`
const CLUSTER = `const cluster = require('node:cluster')
if (cluster.isPrimary) [cluster.fork(), cluster.fork()]
else ${HTTP}`

t.jobs = 3 // most of the time they wait

/** What startServer says of a server that is made of this code. */
async function failure (t, code, options) {
  const folder = ownFolder(t, { 'server.js': code })
  const target = findTarget('server.js', { in: folder, ...options })
  const { message, exitCode } = await t.rejects(startServer(target))
  t.equal(exitCode, 1)
  await waitUntil(() => !processesIn(folder).length, 2000) // what was killed may take a moment
  t.strictSame(processesIn(folder), [], 'nothing is left running')
  return message.replaceAll(folder, '…')
}

/** The answer of a server, which is then stopped. */
async function answerOf (target) {
  const server = await startServer(target)
  const { body } = await request(server.url).finally(server.stop)
  return String(body)
}

async function takenPort (t) {
  const holder = net.createServer().listen(0)
  await once(holder, 'listening')
  t.teardown(() => holder.close())
  return holder.address().port
}

const h2Text = 'shop speaks only HTTP/2, and the load generator only HTTP/1: set allowHTTP1'

async function testFailures (t, start, cases) {
  await Promise.all(cases.map(async ([code, message, options]) => {
    t.equal(await failure(t, code, { start, ...options }), message)
  }))
}

t.test('at the start limit, the error says what listens', { buffered: true }, async (t) => {
  const raw = await findFreePort()
  const other = await findFreePort()
  const wanted = await findFreePort()
  const taken = await takenPort(t)
  await testFailures(t, START, [
    [SOCKET, 'shop listens on a UNIX socket only: let it listen on a port'],
    [H2, h2Text],
    [RAW.replace(PORT, raw), `shop listens on port ${raw}, but not with an HTTP server of ` +
      `Node.js: if it speaks HTTP, use LISTEN=${raw}`],
    [`${SOCKET};${HTTP.replace(PORT, other)}`,
      `shop listens on port ${other}, not on ${wanted}: choose with LISTEN=${other}`,
      { listen: wanted }],
    [`${WAIT}; ${HTTP.replace(PORT, taken)}.on('error', console.error)`,
      `port ${taken} is taken: stop what listens there, ` +
      'or let the server read its port from the environment variable PORT']
  ])
})

t.test('some errors do not wait for the start limit', { buffered: true }, async (t) => {
  await testFailures(t, NEVER, [
    [CLUSTER, 'shop is a cluster, and the probe measures one process: start it without cluster'],
    [H2, h2Text, { listen: await findFreePort() }],
    ["console.log('only exports')", 'shop died (exit code 0; …/server.js). ' +
      'It ended before it listened: use what starts it, as in APP="npm start". ' +
      'Its last output:\nonly exports']
  ])
})

t.test('LISTEN chooses a port, and is offered as PORT', { buffered: true }, async (t) => {
  const say = (text, port) =>
    `require('node:http').createServer((req, res) => res.end('${text}')).listen(${port})\n`
  const first = await findFreePort()
  const second = await findFreePort()
  const folder = ownFolder(t, {
    'fixed.js': say('metrics', first) + say('shop', second),
    'read.js': say('metrics', first) + say('shop', 'process.env.PORT'),
    'three.js': `${SOCKET}\n${say('metrics', first)}${say('shop', second)}`,
    'raw.js': RAW
  })
  for (const [file, listen, answer] of [
    ['fixed.js', undefined, 'metrics'],
    ['fixed.js', second, 'shop'],
    ['read.js', await findFreePort(), 'shop'],
    ['raw.js', await findFreePort(), 'raw'] // speaks HTTP with node:net
  ]) t.equal(await answerOf(findTarget(file, { in: folder, listen })), answer)
  const server = await startServer(findTarget('three.js', { in: folder, listen: second }))
  await server.stop()
  t.strictSame(server.others.map(({ port }) => port), [first])
})

t.test('a server that retries gets one listener', { buffered: true }, async (t) => {
  const busy = await takenPort(t)
  const folder = ownFolder(t, {
    'server.js': `const server = require('node:http').createServer()
let tries = 0
server.on('error', () => server.listen(++tries < 20 ? ${busy} : 0)).listen(${busy})`
  })
  const server = await startServer(findTarget('server.js', { in: folder }))
  await server.stop()
  t.equal(server.stderr(), '', 'no warning of too many listeners')
})
