'use strict'

// Servers that are not in the repository: which of them work, and what is said of the others.

const t = require('tap')
const { findFreePort } = require('../../docs/labs/free-port')
const { startServer } = require('../../scripts/lib/server/server')
const { findTarget } = require('../../scripts/lib/server/targets')
const { request } = require('../../scripts/lib/server/http-client')
const { matchExpected } = require('../helpers/expected')
const { listen } = require('../helpers/http-server')
const { ownFolder, processesIn, HTTP, LISTEN } = require('../helpers/own-server')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const PORT = 'process.env.PORT ?? 3000'
const NEVER = 3600 // s to start: what waits for it fails by the time limit of the test
const START = 5 // s: all four are started at once
const WAIT = 'setInterval(() => {}, 1000)'
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

/** Compares what is said of servers with the expected text; ports get the names given. */
async function testFailures (t, name, cases, ports = {}) {
  const messages = await Promise.all(cases.map(([code, options]) => failure(t, code, options)))
  let text = messages.join('\n\n')
  for (const [port, number] of Object.entries(ports)) text = text.replaceAll(number, port)
  matchExpected(t, name, `${text}\n`)
}

t.test('at the start limit, the error says what listens', async (t) => {
  const raw = await findFreePort()
  const other = await findFreePort()
  const wanted = await findFreePort()
  const { port: taken } = new URL((await listen(t)).url)
  const onTaken = HTTP.replace(PORT, `${taken}, '127.0.0.1'`)
  await testFailures(t, 'not-listening', [
    [SOCKET, { startLimit: START }],
    [RAW.replace(PORT, raw), { startLimit: START }],
    [`${SOCKET};${HTTP.replace(PORT, other)}`, { startLimit: START, listen: wanted }],
    [`${WAIT}; ${onTaken}.on('error', console.error)`, { startLimit: START }]
  ], { RAW: raw, OTHER: other, WANTED: wanted, TAKEN: taken })
})

t.test('some errors do not wait for the start limit', async (t) => {
  await testFailures(t, 'no-server', [
    [CLUSTER, { startLimit: NEVER }],
    ["console.log('only exports')", { startLimit: NEVER }]
  ])
})

t.test('LISTEN chooses a port, and is offered as PORT', async (t) => {
  const say = (text, port) =>
    `require('node:http').createServer((req, res) => res.end('${text}')).listen(${port})\n`
  const first = await findFreePort()
  const second = await findFreePort()
  const folder = ownFolder(t, {
    'fixed.js': say('metrics', first) + say('shop', second),
    'raw.js': RAW
  })
  for (const [file, listen, answer] of [
    ['fixed.js', undefined, 'metrics'],
    ['fixed.js', second, 'shop'],
    ['raw.js', await findFreePort(), 'raw'] // speaks HTTP with node:net
  ]) {
    const server = await startServer(findTarget(file, { in: folder, listen }))
    const { body } = await request(server.url).finally(server.stop)
    t.equal(String(body), answer)
    if (answer === 'shop') t.strictSame(server.others.map(({ port }) => port), [first])
  }
})
