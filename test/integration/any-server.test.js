'use strict'

// Servers that are not in the repository: which of them work, and what is said of those that cannot.

const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')
const t = require('tap')
const { findNodeCommand } = require('../../scripts/lib/profiling/profiled-server')
const { startServer } = require('../../scripts/lib/measure/server')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { request } = require('../../scripts/lib/system/http-client')
const { findFreePort } = require('../../scripts/lib/system/network')
const { filesOf, ownFolder, processesIn, HTTP, LISTEN } = require('../helpers/own-server')
const { isRunning } = require('../helpers/observed-stage')
const { waitUntil } = require('../helpers/wait')

const noShell = process.platform === 'win32' && 'it needs a POSIX shell'
const NEVER = 3600 // s to start: what waits for it fails by the time limit of the test
const H2 = `require('node:http2').createServer()${LISTEN}`
const SOCKET = "require('node:net').createServer().listen(require('node:path').join(__dirname, 'socket'))"
const RAW = `require('node:net').createServer((socket) => {
  socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 200 OK\\r\\nContent-Length: 3\\r\\n\\r\\nraw'))
})${LISTEN}`
const CLUSTER = `const cluster = require('node:cluster')
if (cluster.isPrimary) [cluster.fork(), cluster.fork()]
else ${HTTP}`

/** What startServer says of a server that is made of this code. */
async function failure (t, code, options) {
  const folder = ownFolder(t, { 'server.js': code })
  const { message, exitCode } = await t.rejects(startServer(findTarget('server.js', { in: folder, ...options })))
  t.equal(exitCode, 1)
  await waitUntil(() => !processesIn(folder).length, 2000) // what was killed may take a moment to end
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

const takenText = (port) =>
  `port ${port} is taken: stop what listens there, or let the server read its port from the environment variable PORT`

t.test('what can be known before the start limit does not wait for it', async (t) => {
  t.equal(await failure(t, CLUSTER, { start: NEVER }),
    'shop is a cluster, and the probe measures one process: start it without cluster')
  t.equal(await failure(t, H2, { start: NEVER, listen: await findFreePort() }),
    'shop speaks HTTP/2 only, which the load generator cannot: set allowHTTP1, or load HTTP/1')
  t.equal(await failure(t, "console.log('only exports')", { start: NEVER }),
    'shop died (exit code 0; …/server.js). It ended before it listened: use what starts it, as in APP="npm start". ' +
    'Its last output:\nonly exports')
  t.equal(await failure(t, "console.error('no database'); process.exit(7)", { start: NEVER }),
    'shop died (exit code 7; …/server.js). Its last output:\nno database')
  const port = await takenPort(t)
  t.equal(await failure(t, HTTP.replace('process.env.PORT ?? 3000', port), { start: NEVER }), takenText(port))
})

t.test('at the start limit, the error says what was found instead of an HTTP server', async (t) => {
  const start = 4
  const [raw, port, wanted] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const taken = await takenPort(t)
  const fixed = (code, port) => code.replace('process.env.PORT ?? 3000', port)
  const advice = 'START=60 waits longer'
  const cases = [
    [SOCKET, {}, 'shop listens on a UNIX socket only: let it listen on a port'],
    [H2, {}, 'shop speaks HTTP/2 only, which the load generator cannot: set allowHTTP1, or load HTTP/1'],
    [fixed(RAW, raw), {},
      `shop listens on port ${raw}, but not with an HTTP server of Node.js: if it speaks HTTP, use LISTEN=${raw}`],
    [`${SOCKET};${fixed(HTTP, port)}`, { listen: wanted },
      `shop listens on port ${port}, not on ${wanted}: choose with LISTEN=${port}`],
    ["console.log('waiting'); setInterval(() => {}, 1000)", {},
      `shop does not listen with Node.js after 4 s. ${advice}. It printed:\nwaiting`],
    ['setInterval(() => {}, 1000)', {},
      `shop does not listen with Node.js after 4 s. ${advice}, and it printed nothing`],
    [`setInterval(() => {}, 1000); ${fixed(HTTP, taken)}.on('error', console.error)`, {}, takenText(taken)]
  ]
  for (let i = 0; i < cases.length; i += 4) {
    const some = cases.slice(i, i + 4)
    const messages = await Promise.all(some.map(([code, options]) => failure(t, code, { start, ...options })))
    t.strictSame(messages, some.map(([, , message]) => message))
  }
})

t.test('a file or a folder that does not exist', async (t) => {
  const folder = ownFolder(t, { 'server.js': HTTP })
  const errorOf = (...args) => {
    const { message, exitCode } = t.throws(() => findTarget(...args))
    return [exitCode, message]
  }
  t.strictSame(errorOf('severs.js', { in: folder }), [1, `there is no file ${path.join(folder, 'severs.js')}`])
  t.strictSame(errorOf('npm start', { in: path.join(folder, 'api') }),
    [1, `there is no folder ${path.join(folder, 'api')}: choose another with IN=`])
})

t.test('of several ports, LISTEN chooses one, which is offered as PORT', async (t) => {
  const say = (text, port) => `require('node:http').createServer((req, res) => res.end('${text}')).listen(${port})`
  const [first, second, third] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const folder = ownFolder(t, {
    'fixed.js': `${say('metrics', first)}\n${say('shop', second)}`,
    'read.js': `${say('metrics', first)}\n${say('shop', 'process.env.PORT')}`
  })
  t.equal(await answerOf(findTarget('fixed.js', { in: folder })), 'metrics', 'the first without LISTEN')
  t.equal(await answerOf(findTarget('fixed.js', { in: folder, listen: second })), 'shop')
  t.equal(await answerOf(findTarget('read.js', { in: folder, listen: third })), 'shop')
})

t.test('a server of node:net that speaks HTTP works with LISTEN', async (t) => {
  const folder = ownFolder(t, { 'server.js': RAW })
  t.equal(await answerOf(findTarget('server.js', { in: folder, listen: await findFreePort() })), 'raw')
})

t.test('a server that tries until a port is free gets no listener of the probe for each try', async (t) => {
  const busy = await takenPort(t)
  const folder = ownFolder(t, {
    'server.js': `const server = require('node:http').createServer((req, res) => res.end('ok'))
let tries = 0
server.on('error', () => server.listen(++tries < 20 ? ${busy} : 0)).listen(${busy})`
  })
  const server = await startServer(findTarget('server.js', { in: folder }))
  await server.stop()
  t.equal(server.stderr(), '', 'no warning of too many listeners')
})

t.test('a command of Node.js is a file with flags and arguments', async (t) => {
  const seen = 'JSON.stringify([process.execArgv.at(-1), ...process.argv.slice(2), process.cwd()])'
  const code = HTTP.replace("'ok'", seen)
  const folder = ownFolder(t, { 'src/server.js': code, 'package.json': '{}', 'setup.js': '' })
  const command = 'node --require ./setup.js --no-warnings src/server.js --port 0 "two words"'
  const target = findTarget(command, { in: folder })
  t.strictSame(target, {
    warmup: 1,
    cwd: folder,
    file: path.join(folder, 'src/server.js'),
    flags: ['--require', './setup.js', '--no-warnings'],
    args: ['--port', '0', 'two words'],
    name: 'shop'
  })
  t.strictSame(JSON.parse(await answerOf(target)), ['--no-warnings', '--port', '0', 'two words', folder])
  for (const shell of ['node src/server.js | cat', 'node src/server.js && true', 'node -e 0', 'node $FILE a']) {
    t.equal(findTarget(shell, { in: folder }).command, shell, 'the rest is for a shell')
  }
})

t.test('a name is that of the code, and never that of a stage', async (t) => {
  const folder = ownFolder(t, { 'index.js': HTTP, 'my shop.js': HTTP, 'bin/www': HTTP, 'package.json': '{}' }, 'fast')
  const names = ['index.js', 'npm start', 'node index.js', 'bin/www', 'my shop.js']
    .map((text) => findTarget(text, { in: folder }).name)
  t.strictSame(names, ['own-fast', 'own-fast', 'own-fast', 'own-fast', 'my-shop'])
})

t.test('of a command, the process that listens is measured, and all of them end', { skip: noShell }, async (t) => {
  const folder = ownFolder(t, {
    'package.json': '{ "scripts": { "start": "node worker.js & node server.js" } }',
    'worker.js': "require('node:fs').writeFileSync('worker', String(process.pid)); setInterval(() => {}, 1000)",
    // The detached process holds the pipes of the server open for as long as it lives.
    'server.js': `const { spawn } = require('node:child_process')
const { pid } = spawn('sleep', ['600'], { detached: true, stdio: 'inherit' })
require('node:fs').writeFileSync('detached', String(pid))
${HTTP.replace("'ok'", 'String(process.pid)')}`
  })
  const server = await startServer(findTarget('npm start', { in: folder }))
  t.ok(await waitUntil(() => filesOf(folder).includes('worker')))
  const pidIn = (file) => Number(fs.readFileSync(path.join(folder, file), 'utf8'))
  t.teardown(() => process.kill(pidIn('detached')))
  const { body } = await request(server.url)
  t.equal(server.process.pid, Number(String(body)))
  await server.stop()
  t.ok(await waitUntil(() => !isRunning(pidIn('worker'))), 'the other process of the command')
  t.ok(await waitUntil(() => processesIn(folder).every((line) => line.startsWith('sleep'))), 'and npm')
})

t.test('the command of Node.js is found below a shell, too', { skip: noShell }, async (t) => {
  const folder = ownFolder(t, { 'a b.js': HTTP })
  const error = await t.rejects(findNodeCommand(findTarget('true && node "a b.js"', { in: folder }), '--prof'))
  t.equal(error.message, '--prof needs the command of Node.js that true && node "a b.js" runs: ' +
    `APP="node '${folder}/a b.js'" IN=${folder}`)
  t.equal(findTarget(`node '${folder}/a b.js'`, { in: folder }).file, path.join(folder, 'a b.js'))
})
