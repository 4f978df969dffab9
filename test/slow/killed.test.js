'use strict'

// What is killed while a command runs leaves no process, no temporary file and no half result.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { listProcesses } = require('../helpers/processes')
const { copyProject } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const SERVER = /\/(slow|fast)\/index\.js/
const PATIENCE = 60_000 // ms, on a busy machine

const options = { skip: process.platform !== 'linux' && 'it reads /proc', timeout: 120_000 }

/** A copy of the project: what its commands start has its folder for temporary files. */
function makeProject (t, files) {
  const project = copyProject(t, { 'tmp/none': '', ...files })
  const { folder } = project
  const env = { TMPDIR: path.join(folder, 'tmp') }
  const processes = () => listProcesses().filter((it) => it.env.includes(`TMPDIR=${env.TMPDIR} `))

  async function killServer (signal) {
    let server
    await waitUntil(() => {
      server = processes().find(({ line }) => SERVER.test(line))
      return server
    }, PATIENCE)
    if (!server) throw new Error('no server was started')
    process.kill(server.pid, signal)
  }

  async function checkLeft (t, wanted = []) {
    await waitUntil(() => !processes().length)
    t.strictSame(processes().map(({ line }) => line), [])
    await waitUntil(() => fs.readdirSync(env.TMPDIR).length === 1) // the watchdog removes the rest
    const files = fs.readdirSync(folder, { recursive: true })
    const left = files.filter((file) => /^(tmp|profiles|results)\/(?!none)/.test(file))
    t.strictSame(left, wanted)
  }

  const start = (command) => project.start(command, env)
  return { start, killServer, checkLeft }
}

t.test('a profile whose server is killed says so, and the old one stays', options, async (t) => {
  const project = makeProject(t, { 'profiles/trace-fast.txt': 'of yesterday' })
  const { outcome } = project.start(['profile.js', 'trace', 'fast', '--duration=10'])
  await project.killServer('SIGKILL')
  const { code, stderr } = await outcome
  t.equal(code, 1)
  t.match(stderr, /\bprofile: fast died \(killed by SIGKILL; /)
  await project.checkLeft(t, ['profiles/trace-fast.txt'])
})

t.test('a server that throws under Clinic is said, with its error', options, async (t) => {
  const project = makeProject(t, { 'slow/index.js': "throw new Error('on purpose')" })
  const { outcome } = project.start(['profile.js', 'doctor', 'slow', '--duration=1'])
  const { code, stderr } = await outcome
  t.equal(code, 1)
  t.match(stderr, /^profile: slow died \(exit code 1; [^]*^Error: on purpose$/m)
  await project.checkLeft(t)
})

t.test('Ctrl-C ends Clinic and its server', options, async (t) => {
  const project = makeProject(t)
  const { child, outcome } = project.start(['profile.js', 'flame', 'fast', '--duration=60'])
  await project.killServer(0) // it is there
  child.kill('SIGINT')
  const { code, stderr } = await outcome
  t.strictSame({ code, stderr }, { code: 130, stderr: 'profile: interrupted\n' })
  await project.checkLeft(t)
})
