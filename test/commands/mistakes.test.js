'use strict'

// What goes wrong gets one clear line and an exit code, and leaves nothing behind.

const { spawnSync } = require('node:child_process')
const net = require('node:net')
const { once } = require('node:events')
const t = require('tap')
const { isRunning, observedStage, pidOf, untilRequested, BLOCK } = require('../helpers/observed-stage')
const { copyProject, ROOT } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const noSignals = process.platform === 'win32' && 'Windows has no signals to send'

t.test('a command that cannot be taken', async (t) => {
  const project = copyProject(t)
  const mistakes = [
    [['bench.js', 'sloww'], {}, /^bench: Unknown target "sloww"\. Did you mean slow\?\n$/],
    [['start.js'], {}, /^start: No target given\. Choose from slow, fast, .*, or a lab's server\.\n$/],
    [['start.js', 'slow', 'fast'], {}, /^start: Unexpected operand "fast"/],
    [['start.js', 'slow'], { PORT: '65536' }, /^start: PORT must be a whole number from 0 to 65535, not "65536"\n$/],
    [['bench.js'], { CONNECTIONS: 'many' }, /^bench: CONNECTIONS must be a whole .* from 1 to 10000, not "many"\n$/],
    [['bench.js', '--connections', '0'], {}, /^bench: CONNECTIONS .* not "0"\n$/],
    [['bench.js', '--duration', '-1'], {}, /^bench: .*--duration/],
    [['bench.js'], { DURATION: '1.5' }, /^bench: DURATION .* not "1.5"\n$/],
    [['bench.js'], { DURATION: ' ' }, /^bench: DURATION .* not " "\n$/],
    [['bench.js'], { WARMUP: '1e9' }, /^bench: WARMUP /],
    [['bench.js'], { PIPELINING: '0' }, /^bench: PIPELINING /],
    [['bench.js'], { RATE: 'NaN' }, /^bench: RATE /],
    [['bench.js'], { WORKERS: '0x' }, /^bench: WORKERS /],
    [['bench.js'], { CONNECTIONS: '10', WORKERS: '3' }, /^bench: 10 connections do not divide into 3 workers: .*\n$/],
    [['bench.js'], { RATE: '5' }, /^bench: a rate of 5 req\/s leaves some of 100 connections without a request/],
    [['bench.js', '--speed', '9'], {}, /^bench: Unknown option --speed\. Choose from --connections, --duration, .*\n$/],
    [['bench.js', '--connection', '9'], {}, /^bench: Unknown option --connection\. Did you mean --connections\?\n$/],
    [['lab.js', 'logers'], {}, /^lab: Unknown lab "logers"\. Did you mean loggers\?\n$/],
    [['bench.js', 'fast'], { MAKEFLAGS: ' -- CONNECTION=10' }, /^bench: CONNECTION is not .* mean CONNECTIONS\?\n$/],
    [['load.js'], {}, /^load: No URL given\. Use URL=http:/],
    [['load.js'], { URL: 'localhost:3000' }, /^load: "localhost:3000" is not an HTTP URL/]
  ]
  for (const [command, env, line] of mistakes) {
    const { code, stderr, stdout } = await project.run(command, env)
    t.match(stderr, line)
    t.equal(stderr.split('\n').length, 2, 'one line')
    t.equal(code, 2)
    t.equal(stdout, '')
  }
  t.strictSame(project.results(), [])
})

t.test('--help is no mistake', async (t) => {
  const project = copyProject(t)
  for (const script of ['bench.js', 'compare.js', 'growth.js', 'load.js', 'start.js', 'update-docs.js']) {
    const { code, stdout } = await project.run([script, '--help'])
    t.equal(code, 0)
    t.match(stdout, `Usage: node scripts/${script}`)
  }
})

t.test('nothing listens at the URL', async (t) => {
  const { code, stderr } = await copyProject(t).run(['load.js', '--url', 'http://127.0.0.1:1/'])
  t.equal(code, 1)
  t.match(stderr, /^load: nothing listens at http:\/\/127\.0\.0\.1:1\/ \(ECONNREFUSED\): start a server .*\n$/)
})

t.test('the port is taken', async (t) => {
  const holder = net.createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.teardown(() => holder.close())
  const PORT = String(holder.address().port)
  for (const name of ['slow', 'baseline']) {
    const { code, stderr } = await copyProject(t).run(['start.js', name], { PORT })
    t.equal(code, 1)
    t.equal(stderr, `start: port ${PORT} is taken: stop what listens there, or choose another with PORT=\n`)
  }
})

t.test('a server that throws on start', async (t) => {
  const project = copyProject(t, { 'slow/index.js': "throw new Error('broken on purpose')" })
  const { code, stderr } = await project.run(['bench.js', 'slow'])
  t.equal(code, 1)
  t.match(stderr, /^bench: slow died \(exit code 1; .*index\.js\)\. Its last output:\n/)
  t.match(stderr, 'Error: broken on purpose')
  t.strictSame(project.results(), [])
})

t.test('a server that ends without listening', async (t) => {
  const { code, stderr } = await copyProject(t, { 'slow/index.js': '' }).run(['bench.js', 'slow'])
  t.equal(code, 1)
  t.match(stderr, /^bench: slow died \(exit code 0; .*index\.js\)\n$/)
})

t.test('a server that dies under load', async (t) => {
  const more = "let n = 0; server.on('after', () => { if (++n === 50) throw new Error('had enough') })"
  const project = copyProject(t, observedStage('slow', { more }))
  const { code, stderr, stdout } = await project.run(['bench.js', 'slow'])
  t.equal(code, 1)
  t.match(stderr, /^bench: slow died \(exit code \d+; .*\)\. Its last output:\n/)
  t.match(stderr, 'Error: had enough')
  t.equal(stdout, '')
  t.strictSame(project.results(), [])
})

t.test('the results cannot be written', async (t) => {
  const project = copyProject(t, { results: 'a file where the folder should be' })
  const { code, stderr, stdout } = await project.run(['bench.js', 'slow'])
  t.equal(code, 1)
  t.match(stderr, /^bench: cannot write to .*results \(EEXIST\): make it writable, or free space, and run again\n$/)
  t.equal(stdout, '', 'told before anything is measured')
})

t.test('Ctrl-C in the middle', { skip: noSignals }, async (t) => {
  const project = copyProject(t, observedStage('slow'))
  const { child, outcome } = project.start(['bench.js', 'slow'])
  await untilRequested(project)
  child.kill('SIGINT')
  const { code, stderr } = await outcome
  t.equal(code, 130)
  t.equal(stderr, 'bench: interrupted\n')
  t.notOk(isRunning(pidOf(project)), 'the server has ended')
  t.strictSame(project.results(), [], 'nothing half-written')
})

t.test('Ctrl-C does not wait for a blocked server', { skip: noSignals }, async (t) => {
  const project = copyProject(t, observedStage('slow', { onRequest: BLOCK }))
  const { child, outcome } = project.start(['bench.js', 'slow'])
  await untilRequested(project)
  child.kill('SIGINT')
  t.ok(await waitUntil(() => !isRunning(pidOf(project)), 2000))
  t.equal((await outcome).code, 130)
})

t.test('Ctrl-C ends a server in the foreground', { skip: noSignals }, async (t) => {
  const project = copyProject(t, observedStage('slow'))
  const { child, outcome } = project.start(['start.js', 'slow'], { PORT: '0' })
  await once(child.stdout, 'data') // it listens
  child.kill('SIGINT')
  t.match(await outcome, { code: 0, stderr: '' }, 'and is the way out')
  t.notOk(isRunning(pidOf(project)))
})

t.test('SIGKILL of the harness ends the server within 2 s', { skip: noSignals }, async (t) => {
  for (const [what, onRequest] of [['a server at work', ''], ['a server whose event loop is blocked', BLOCK]]) {
    const project = copyProject(t, observedStage('slow', { onRequest }))
    const { child, outcome } = project.start(['bench.js', 'slow'])
    await untilRequested(project)
    const pid = pidOf(project)
    t.ok(isRunning(pid), `${what} runs`)
    t.teardown(() => isRunning(pid) && process.kill(pid, 'SIGKILL')) // where this test is red
    child.kill('SIGKILL')
    t.ok(await waitUntil(() => !isRunning(pid), 2000), 'and is gone')
    await outcome
    t.strictSame(project.results(), [])
  }
})

t.test('a Node.js too old', async (t) => {
  const pretend = "Object.defineProperty(process, 'versions', { value: { node: '20.18.3' } })"
  const args = ['-e', `${pretend}; require('./scripts/bench.js')`]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  t.equal(status, 1)
  t.match(stderr, /^Node\.js 20\.18\.3 is too old\. Install 20\.19 or newer.*\n$/)
})
