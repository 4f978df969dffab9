'use strict'

// What goes wrong gets one clear line and an exit code, and leaves nothing behind.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const net = require('node:net')
const { once } = require('node:events')
const path = require('node:path')
const t = require('tap')
const { isRunning, observedStage, patientServer, pidOf, untilRequested, BLOCK } = require('../helpers/observed-stage')
const { copyProject, ROOT } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const noSignals = process.platform === 'win32' && 'Windows has no signals to send'
const INTERRUPTED = { code: 130, signal: null, stdout: '', stderr: 'bench: interrupted\n' }

t.test('a command that cannot be taken', async (t) => {
  const project = copyProject(t)
  const notHttp = (url) => `"${url}" is not an HTTP URL. Use URL=http://127.0.0.1:3000/seed/v1`
  const notHere = (host) => `${host} is not this machine. A load can take a server down. ` +
    'Send it only to a server of your own: YES_I_OWN_IT=1 says that it is'
  const mistakes = [
    ['bench sloww', {}, 'Unknown target "sloww". Did you mean slow? ' +
      'Or give a file or a command: APP=../shop/server.js'],
    ['growth slow', {}, 'Unexpected operand "slow". --help lists what this command takes.'],
    ['lab logers', {}, 'Unknown lab "logers". Did you mean loggers?'],
    ['load', {}, 'No URL given. Use URL=http://127.0.0.1:3000/seed/v1'],
    ['load', { URL: 'localhost:3000' }, notHttp('localhost:3000')],
    ['load', { URL: 'ftp://localhost/' }, notHttp('ftp://localhost/')],
    ['load', { URL: 'http://192.0.2.1/', YES_I_OWN_IT: '1' }, notHere('192.0.2.1')],
    ['load', { URL: 'http://127.example/', YES_I_OWN_IT: '1' }, notHere('127.example')],
    ['load', { URL: 'http://[2001:db8::1]/', YES_I_OWN_IT: '1' }, notHere('2001:db8::1')]
  ]
  for (const [line, env, message] of mistakes) {
    const [name, ...args] = line.split(' ')
    t.strictSame(await project.run([`${name}.js`, ...args], env),
      { code: 2, signal: null, stdout: '', stderr: `${name}: ${message}\n` })
  }
  t.strictSame(project.results(), [])
})

t.test('--help is no mistake', async (t) => {
  const { code, stdout } = await copyProject(t).run(['bench.js', '--help'])
  t.equal(code, 0)
  t.match(stdout, /^Usage: node scripts\/bench\.js( \S+)?\n\n\w+ [^]+\nSettings \(/)
  const path = '  --path …           path of the URL, with its query; for make: URLPATH'
  t.ok(stdout.split('\n').includes(path), 'a variable of another name')
})

t.test('nothing listens at the URL', async (t) => {
  const { code, stderr } = await copyProject(t).run(['load.js', '--url', 'http://127.0.0.1:1/'])
  t.equal(code, 1)
  t.equal(stderr, 'load: nothing listens at http://127.0.0.1:1/ (ECONNREFUSED): ' +
    'start a server there first, for example with make start-slow\n')
})

t.test('a load on another machine wants the word of its owner', async (t) => {
  const args = ['load.js', '--url', 'http://nowhere.invalid/', '--yes-i-own-it']
  const { code, stderr } = await copyProject(t).run(args)
  t.equal(code, 1)
  t.match(stderr, /^load: nothing listens at http:\/\/nowhere\.invalid\/ \((ENOTFOUND|EAI_AGAIN)\): [^\n]*\n$/)
})

t.test('the port is taken', async (t) => {
  const holder = net.createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.teardown(() => holder.close())
  const PORT = String(holder.address().port)
  const { code, stderr } = await copyProject(t).run(['start.js', 'slow'], { PORT })
  t.equal(code, 1)
  t.equal(stderr, `start: port ${PORT} is taken: stop what listens there, or choose another with PORT=\n`)
})

t.test('a server that throws on start', async (t) => {
  const project = copyProject(t, { 'slow/index.js': "throw new Error('broken on purpose')" })
  const { code, stderr } = await project.run(['bench.js', 'slow'])
  t.equal(code, 1)
  const death = /^bench: slow died \(exit code 1; .*index\.js\)\. Its last output:\n[^]*\nError: broken on purpose\n/
  t.match(stderr, death)
  t.strictSame(project.results(), [])
})

t.test('a server that dies under load', async (t) => {
  const more = "let n = 0; server.on('after', () => { if (++n === 50) throw new Error('had enough') })"
  const project = copyProject(t, observedStage('slow', { more }))
  const { code, stderr, stdout } = await project.run(['bench.js', 'slow'], { QUIET: '1' })
  t.equal(code, 1)
  t.match(stderr, /^bench: slow died \(exit code \d+; .*\)\. Its last output:\n[^]*\nError: had enough\n {4}at /)
  t.equal(stdout, '')
  t.strictSame(project.results(), [])
})

t.test('the results cannot be written', async (t) => {
  const project = copyProject(t, { results: 'a file where the folder should be' })
  const { code, stderr, stdout } = await project.run(['bench.js', 'slow'])
  t.equal(code, 1)
  t.equal(stderr, `bench: cannot write to ${path.join(fs.realpathSync(project.folder), 'results')} (EEXIST): ` +
    'make it writable, or free space, and run again\n')
  t.equal(stdout, '', 'told before anything is measured')
})

for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]]) {
  t.test(`${signal} in the middle ends the command and its server`, { skip: noSignals }, async (t) => {
    const project = copyProject(t, observedStage('slow'))
    const { child, outcome } = project.start(['bench.js', 'slow', '--quiet'])
    await untilRequested(project)
    child.kill(signal)
    t.strictSame(await outcome, { ...INTERRUPTED, code })
    t.notOk(isRunning(pidOf(project)), 'the server has ended')
    t.strictSame(project.results(), [], 'nothing half-written')
  })
}

t.test('Ctrl-C does not wait for a blocked server', { skip: noSignals }, async (t) => {
  const project = copyProject(t, { ...observedStage('slow', { onRequest: BLOCK }), ...patientServer() })
  const { child, outcome } = project.start(['bench.js', 'slow', '--quiet'])
  t.teardown(() => child.kill('SIGKILL')) // where this test is red
  await untilRequested(project)
  child.kill('SIGINT')
  t.ok(await waitUntil(() => !isRunning(pidOf(project))))
  t.strictSame(await outcome, INTERRUPTED)
})

t.test('Ctrl-C ends a server in the foreground', { skip: noSignals }, async (t) => {
  const project = copyProject(t, observedStage('slow'))
  const { child, outcome } = project.start(['start.js', 'slow'], { PORT: '0' })
  await once(child.stdout, 'data') // it listens
  child.kill('SIGINT')
  const { code, stderr } = await outcome
  t.strictSame({ code, stderr }, { code: 0, stderr: '' }, 'and is the way out')
  t.notOk(isRunning(pidOf(project)))
})

t.test('SIGKILL of the harness ends the server', { skip: noSignals }, async (t) => {
  for (const [what, onRequest] of [['a server at work', ''], ['a server whose event loop is blocked', BLOCK]]) {
    const project = copyProject(t, observedStage('slow', { onRequest }))
    const { child, outcome } = project.start(['bench.js', 'slow', '--quiet'])
    await untilRequested(project)
    const pid = pidOf(project)
    t.ok(isRunning(pid), `${what} runs`)
    t.teardown(() => isRunning(pid) && process.kill(pid, 'SIGKILL')) // where this test is red
    child.kill('SIGKILL')
    t.ok(await waitUntil(() => !isRunning(pid)), 'and is gone')
    await outcome
    t.strictSame(project.results(), [])
  }
})

t.test('a Node.js too old', async (t) => {
  const pretend = "Object.defineProperty(process, 'versions', { value: { node: '20.18.3' } })"
  const args = ['-e', `${pretend}; require('./scripts/bench.js')`]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  t.equal(status, 1)
  t.equal(stderr, 'Node.js 20.18.3 is too old. Install 20.19 or newer from https://nodejs.org\n')
})
