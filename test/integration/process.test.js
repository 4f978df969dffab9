'use strict'

// What this process starts and makes ends with it.

const { getEventListeners, once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { Duplex } = require('node:stream')
const t = require('tap')
const { startProcess } = require('../../scripts/lib/server/process')
const { runProcess } = require('../../scripts/lib/server/run-process')
const { noSignals } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const PROCESS = JSON.stringify(require.resolve('../../scripts/lib/server/process'))
const node = (code) => [process.execPath, '-e', code]

t.jobs = 3 // most of the time they wait

t.test('a failure is an error with the last output, unless it may fail', async (t) => {
  const failing = node(`for (let i = 0; i < 40; i++) console.log(i)
    console.error('why'); process.exitCode = 3`)
  const cwd = t.testdir({})
  const failure = await t.rejects(runProcess(failing, { cwd }))
  const lines = Array.from({ length: 29 }, (_, i) => i + 11).join('\n') // 30 in all
  t.equal(failure.exitCode, 1)
  t.equal(failure.message,
    `${failing.join(' ')} failed in ${cwd} (exit code 3). Its last output:\n${lines}\nwhy`)
  t.equal((await runProcess(failing, { mayFail: true })).code, 3)
})

t.test('a program that has ended leaves the last of its stderr, and nothing else', async (t) => {
  const written = t.capture(Duplex.prototype, 'write', Duplex.prototype.write)
  const { signal } = new AbortController()
  const late = "setTimeout(() => process.stderr.write('end'), 200)" // what it has started
  const code = `const { spawn } = require('node:child_process')
    process.stderr.write('a'.repeat(20_000))
    spawn(process.execPath, ['-e', ${JSON.stringify(late)}], { stdio: 'inherit' }).unref()`
  const { child, ended, stderr } = startProcess(node(code), { signal })
  await ended
  t.equal(stderr(), 'a'.repeat(9_997) + 'end')
  const lines = [`+${child.pid}\n`, `-${child.pid}\n`]
  const told = written.args().flat().filter((text) => lines.includes(text))
  t.strictSame(told, lines, 'a pid may be used again')
  t.strictSame(getEventListeners(signal, 'abort'), [])
})

// What it starts would run for 20 s.
const ABORTED = { skip: noSignals, timeout: 10_000 }

t.test('an abort kills the program and what it started', ABORTED, async (t) => {
  const interrupt = new AbortController()
  const { signal } = interrupt
  const folder = t.testdir({})
  const child = `process.on('SIGTERM', () => {})
    require('node:fs').writeFileSync('pid', '')
    setTimeout(() => {}, 20_000)`
  const parent = `require('node:child_process')
    .spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`
  const running = runProcess(node(parent), { cwd: folder, signal })
  t.ok(await waitUntil(() => fs.existsSync(path.join(folder, 'pid'))))
  const reason = new Error('interrupted')
  interrupt.abort(reason)
  t.equal(await t.rejects(running), reason, 'the pipes are closed: nobody holds them')
})

t.test('a temporary folder goes with its process, even after a SIGKILL', async (t) => {
  const parent = t.testdir({ other: {} })
  const prefix = JSON.stringify(path.join(parent, 'it-'))
  const { child } = startProcess(node(`
    const { temporaryFolder } = require(${PROCESS})
    const { folder } = temporaryFolder(${prefix})
    require('node:fs').writeFileSync(folder + '/file', '')
    console.log(folder)
    setTimeout(() => {}, 60_000)`))
  const [line] = await once(child.stdout, 'data')
  const folder = String(line).trim()
  t.ok(fs.existsSync(path.join(folder, 'file')))
  child.kill('SIGKILL')
  t.ok(await waitUntil(() => !fs.existsSync(folder)))
  t.strictSame(fs.readdirSync(parent), ['other'])
})
