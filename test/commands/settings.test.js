'use strict'

// Where commands take settings from, what they pass on, and what they keep when they fail.

const t = require('tap')
const { copyProject } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const noSignals = process.platform === 'win32' && 'Windows has no signals to send'

/** Starts slow with `args` and `env`, waits until it prints `expected`, and ends it: what it printed. */
async function startSlow (t, args, env, expected) {
  const { child, outcome } = copyProject(t).start(['start.js', 'slow', '--port', '0', ...args], env)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { printed += chunk })
  await waitUntil(() => expected.test(printed) || child.exitCode !== null)
  child.kill('SIGINT')
  return await outcome
}

t.test('HOST in the environment is ignored: conda and some shells export one', { skip: noSignals }, async (t) => {
  const { stdout, stderr } = await startSlow(t, [], { HOST: 'x86_64-conda-linux-gnu' }, /listening on \S+\n/)
  t.match(stdout, /^slow listening on http:\/\/127\.0\.0\.1:\d+\/seed\/v1\n$/)
  t.equal(stderr, '')
})

t.test('a server that other machines can reach is announced with a warning', { skip: noSignals }, async (t) => {
  const settings = [
    [['--host', '0.0.0.0'], {}],
    [[], { HOST: '0.0.0.0', MAKEFLAGS: ' -- HOST=0.0.0.0' }]
  ]
  for (const [args, env] of settings) {
    const { stdout, stderr } = await startSlow(t, args, env, /WARNING.*\n/)
    t.match(stdout, /^slow listening on http:\/\/0\.0\.0\.0:\d+\/seed\/v1\n$/)
    t.equal(stderr, 'WARNING: slow listens on 0.0.0.0, where other machines can reach it. ' +
      'Servers here are broken on purpose.\n')
  }
})

t.test('a command does not pass its settings on to what it starts', async (t) => {
  const script = `
    const { command } = require('./lib/base/command')
    const flags = { record: { type: 'boolean', help: '' } }
    command({ name: 'probe', summary: '', flags }, ({ values }) => {
      const { RECORD, MAKEFLAGS, MAKELEVEL, OTHER } = process.env
      console.log(JSON.stringify({ record: values.record, RECORD, MAKEFLAGS, MAKELEVEL, OTHER }))
    })`
  const project = copyProject(t, { 'scripts/probe.js': script })
  const env = { RECORD: '1', MAKEFLAGS: ' -- RECORD=1', MAKELEVEL: '1', OTHER: 'x' }
  const { stdout } = await project.run(['probe.js'], env)
  t.strictSame(JSON.parse(stdout), { record: true, OTHER: 'x' })
})
