'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { observedStage, untilRequested } = require('../helpers/observed-stage')
const { copyProject, noSignals: skip } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const QUICK = ['--duration=1', '--no-open']
const kept = (project) => fs.readdirSync(path.join(project.folder, 'profiles'))

t.test('a server that dies is a failure, and the old profile stays', { skip }, async (t) => {
  const more = "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500)"
  for (const [tool, files, death] of [
    ['doctor', { 'slow/index.js': "throw new Error('on purpose')" },
      /^profile: slow died \(exit code 1; .*\)\. Its last output:\n[^]*^Error: on purpose$/m],
    ['cpuprofile', observedStage('slow', { more }), /^profile: slow died \(killed by SIGKILL; /]
  ]) {
    const old = `${tool}-slow.html`
    const project = copyProject(t, { ...files, [`profiles/${old}`]: 'of yesterday' })
    const { code, stderr } = await project.run(['profile.js', tool, 'slow', ...QUICK])
    t.equal(code, 1, tool)
    t.match(stderr, death)
    t.strictSame(kept(project), [old])
  }
})

t.test('Ctrl-C ends Clinic and its server, and leaves nothing', { skip }, async (t) => {
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
