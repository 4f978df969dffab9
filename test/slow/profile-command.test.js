'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { observedStage, untilRequested } = require('../helpers/observed-stage')
const { copyProject, noSignals } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const QUICK = ['--duration=1', '--no-open']
const kept = (project) => fs.readdirSync(path.join(project.folder, 'profiles'))

t.test('a tool that fails shows its last lines, and the old profile stays', async (t) => {
  const project = copyProject(t, {
    'slow/index.js': "throw new Error('broken on purpose')",
    'profiles/doctor-slow.html': 'of yesterday'
  })
  for (const tool of ['doctor', 'cpuprofile']) {
    const { code, stderr } = await project.run(['profile.js', tool, 'slow', ...QUICK])
    t.equal(code, 1, tool)
    const death = /^profile: slow died \(exit code 1; .*\)\. Its last output:\n/
    t.match(stderr, new RegExp(`${death.source}[^]*^Error: broken on purpose$`, 'm'))
    t.strictSame(kept(project), ['doctor-slow.html'])
  }
})

t.test('a server that dies under the profiler is a failure', { skip: noSignals }, async (t) => {
  const more = "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500)"
  const project = copyProject(t, observedStage('slow', { more }))
  const { code, stderr } = await project.run(['profile.js', 'cpuprofile', 'slow', ...QUICK])
  t.equal(code, 1)
  t.match(stderr, /^profile: slow died \(killed by SIGKILL; /)
  t.strictSame(kept(project), [])
})

t.test('Ctrl-C ends Clinic and its server, and leaves nothing', { skip: noSignals }, async (t) => {
  const project = copyProject(t, observedStage('slow'))
  const run = project.start(['profile.js', 'flame', 'slow', '--duration=60', '--no-open'])
  await untilRequested(project)
  run.child.kill('SIGINT')
  const { code, stderr } = await run.outcome
  t.strictSame({ code, stderr }, { code: 130, stderr: 'profile: interrupted\n' })
  t.strictSame(kept(project), [])
  const running = () => execFileSync('ps', ['ax', '-o', 'args'], { encoding: 'utf8' })
  t.ok(await waitUntil(() => !running().includes(project.folder)), 'all processes end')
})
