'use strict'

// A watch that ends early, because the process exits or somebody interrupts the command: the
// process is not kept waiting, and the card has what is known by then. With this Node.js and the
// newest.

const fs = require('node:fs')
const path = require('node:path')
const { once } = require('node:events')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { ROOT, startScript } = require('../helpers/project')
const { runCode, testEachNode } = require('../helpers/running-server')
const { noTerminal, startInTerminal } = require('../helpers/terminal')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const WHYSLOW = path.join(ROOT, 'scripts/whyslow/bin/whyslow.js')
const STALL = 1500 // ms
// A second to let it go, and as long again for a machine that is busy.
const LET_GO = 2000 // ms
const MOST_MEMORY = 100e6 // bytes
const SERVER = `const http = require('node:http')
const backend = http.createServer((req, res) => setTimeout(() => res.end('ok'), 20))
const ends = {
  '/exit': () => process.exit(7),
  '/close' () {
    for (const each of [server, backend]) each.close().closeAllConnections()
    http.globalAgent.destroy()
    clearInterval(calls)
  },
  '/stall' () {
    for (const end = Date.now() + ${STALL}; Date.now() < end;);
    process.exit(7)
  }
}
process.on('SIGTERM', ends['/close'])
const server = http.createServer((req, res) => {
  const { port } = backend.address()
  if (ends[req.url]) ends[req.url]()
  else http.get({ port }, (answer) => answer.resume().on('end', () => res.end('ok')))
})
const ask = () => http.get({ port: server.address().port }, (answer) => answer.resume())
const calls = setInterval(ask, 20)
calls.unref()
backend.listen(0, '127.0.0.1', () => server.listen(0, '127.0.0.1', () => {
  console.log('http://127.0.0.1:' + server.address().port)
}))
`
const HAS_ENDED = /^whyslow: .*has ended.*$/m
const INTERRUPTED = /^\S process \d+: [^]*\n {2}doubt {5}this command was interrupted after/
const EXITED = /^\S process \d+: [^]*\n {2}doubt {5}the process\s+has\s+ended\W[^]*\n {2}watched /

// When that happens: ms after a text of the command, or of the process.
const ATTACHING = { state: 'when the command attaches', text: 'SIGUSR1 opens', delay: 0 }
const WATCHED = { state: 'while it is watched', text: 'Debugger attached', delay: 2500 }
const PROFILED = { state: 'while it is profiled', text: 'Debugger attached', delay: 4500 }
const TRACED = { state: 'while it is traced', text: 'Tracing 200 calls', delay: 100 }
const ENDING = { state: 'when the watch ends', text: 'Tracing 200 calls', delay: 1200 }
const CASES = [
  { end: 'SIGTERM', when: ATTACHING },
  { end: 'SIGTERM', when: PROFILED },
  { end: 'SIGTERM', when: TRACED },
  { end: 'SIGTERM', when: ENDING },
  { end: '/exit', when: WATCHED },
  { end: '/stall', when: WATCHED, stall: STALL }
]
// What is printed then: a card, or a line before the first reading.
const INTERRUPTIONS = [
  ['SIGINT', WATCHED, 130, INTERRUPTED, /^SIGUSR1 opens/],
  ['SIGHUP', WATCHED, 129, INTERRUPTED, /^SIGUSR1 opens/],
  ['SIGINT', ATTACHING, 130, /^$/, /\nwhyslow: interrupted\n$/]
]

/** Starts the command, and waits until it has come so far. */
async function startUntil (t, server, { text, delay }) {
  const args = [String(server.pid), '--seconds', '5', '--callers']
  const command = startScript('scripts/whyslow/bin/whyslow.js', args)
  t.teardown(() => command.child.kill('SIGKILL'))
  let stderr = ''
  command.child.stderr.on('data', (chunk) => { stderr += chunk })
  await waitUntil(() => (stderr + server.stderr()).includes(text))
  await sleep(delay)
  return command
}

function endServer ({ pid, url }, end) {
  if (end.startsWith('SIG')) process.kill(pid, end)
  else fetch(url + end).catch(() => {}) // it does not answer
}

/** The memory of a command and of what closes the inspector if it is killed, in bytes. */
function memoryOf ({ pid }) {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  let bytes = 0
  for (const id of [pid, ...children.match(/\d+/g) ?? []]) {
    const [, resident] = fs.readFileSync(`/proc/${id}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/)
    bytes += resident * 1024
  }
  return bytes
}

const tests = {}

for (const { end, when, stall = 0 } of CASES) {
  tests[`${end} ${when.state}`] = async (t, node) => {
    const server = await runCode(t, SERVER, { node })
    const { outcome } = await startUntil(t, server, when)
    const exited = once(server.child, 'exit')
    const start = performance.now()
    endServer(server, end)
    await exited
    const took = performance.now() - start - stall
    t.ok(took < LET_GO, `it exits after ${Math.round(took)} ms`)
    const { code, stdout, stderr } = await outcome
    t.notMatch(stdout + stderr, /^ {4}at /m, 'no stack')
    if (when === ATTACHING) {
      t.strictSame([code, stdout], [1, ''])
      t.match(stderr, HAS_ENDED)
    } else if (when !== ENDING) {
      t.match(stdout, EXITED, stderr)
    }
  }
}

for (const [signal, when, code, card, line] of INTERRUPTIONS) {
  tests[`${signal} ${when.state} leaves nothing`] = async (t, node) => {
    const server = await runCode(t, SERVER, { node })
    const { child, outcome } = await startUntil(t, server, when)
    const bytes = memoryOf(child)
    t.ok(bytes < MOST_MEMORY, `${bytes / 1e6} MB`)
    child.kill(signal)
    const ended = await outcome
    t.equal(ended.code, code)
    t.match(ended.stdout, card)
    t.match(ended.stderr, line)
    t.ok(await server.isAsBefore())
    t.equal(await (await fetch(server.url)).text(), 'ok')
  }
}

if (!noTerminal) {
  tests['its terminal closes while it is watched'] = async (t, node) => {
    const server = await runCode(t, SERVER, { node })
    const code = path.join(server.folder, 'code')
    const run = `trap "" HUP; "$@"; echo $? > ${code}` // a shell that stays, to see how it ends
    const command = [node, WHYSLOW, String(server.pid), '--seconds', '60']
    const terminal = startInTerminal('/bin/sh', '-c', run, 'sh', ...command)
    let stdout = ''
    terminal.stdout.on('data', (chunk) => { stdout += chunk })
    t.ok(await waitUntil(() => /watching: +\d/.test(stdout)), stdout)
    terminal.kill('SIGKILL')
    t.ok(await waitUntil(() => fs.existsSync(code) && fs.readFileSync(code, 'utf8')))
    t.equal(fs.readFileSync(code, 'utf8'), '129\n', 'no signal')
    t.ok(await server.isAsBefore())
    t.equal(await (await fetch(server.url)).text(), 'ok')
    const [notice] = stdout.split(/watching/)
    t.notMatch(notice, /^.{81}/m, 'a terminal of 0 columns has 80')
  }
}

testEachNode(t, tests)
