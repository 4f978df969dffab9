'use strict'

// What is killed while a command runs leaves no process, no temporary file and no half result.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { startLive } = require('../helpers/live')
const { listProcesses } = require('../helpers/processes')
const { copyProject } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const SERVER = /\/(slow|fast)\/index\.js/
const RACE = { targets: ['slow', 'fast'], connections: 10, duration: 10 }
const PATIENCE = 60_000 // ms, on a busy machine

const options = { skip: process.platform !== 'linux' && 'it reads /proc', timeout: 120_000 }

/** A copy of the project: what its commands start has its folder for temporary files. */
function makeProject (t) {
  const project = copyProject(t, { 'tmp/none': '' })
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

  async function checkLeft (t) {
    await waitUntil(() => !processes().length)
    t.strictSame(processes().map(({ line }) => line), [])
    await waitUntil(() => fs.readdirSync(env.TMPDIR).length === 1) // the watchdog removes the rest
    const files = fs.readdirSync(folder, { recursive: true })
    const left = files.filter((file) => /^(tmp|profiles|results)\/(?!none)/.test(file))
    t.strictSame(left, [])
  }

  const start = (command) => project.start(command, env)
  return { start, killServer, checkLeft }
}

t.test('a command that is killed leaves no server', options, async (t) => {
  const project = makeProject(t)
  const { child, outcome } = project.start(['compare.js', '--runs=3', '--duration=10'])
  await project.killServer(0) // it is there
  child.kill('SIGKILL')
  await outcome
  await project.checkLeft(t)
})

t.test('a profile whose server is killed says so', options, async (t) => {
  const project = makeProject(t)
  const { outcome } = project.start(['profile.js', 'trace', 'fast', '--duration=10'])
  await project.killServer('SIGKILL')
  const { code, stderr } = await outcome
  t.equal(code, 1)
  t.match(stderr, /\bprofile: fast died \(killed by SIGKILL; /)
  await project.checkLeft(t)
})

t.test('the live page says that a server was killed, and goes on', options, async (t) => {
  const project = makeProject(t)
  const live = await startLive(t, project)
  const { until } = await live.follow()
  await live.post('/start', RACE)
  await project.killServer('SIGKILL')
  const { outcome, message } = (await until('end')).data
  t.equal(outcome, 'failed')
  t.match(message, /^slow died \(killed by SIGKILL; /)
  t.equal((await live.post('/start', RACE)).status, 200)
  live.child.kill('SIGINT')
  await waitUntil(() => live.child.exitCode !== null)
  await project.checkLeft(t)
})
