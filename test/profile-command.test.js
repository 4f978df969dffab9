'use strict'

// make doctor-slow and the like: what they print and keep, and what they say when a tool fails.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('./helpers/project')

const QUICK = { DURATION: '1', OPEN: '0' }
const kept = (project) => fs.readdirSync(path.join(project.folder, 'profiles'))

t.test('a profile is kept under a stable name, and a new run replaces it', async (t) => {
  const project = copyProject(t)
  for (let i = 0; i < 2; i++) {
    const { code, stdout, stderr } = await project.run(['profile.js', 'cpuprofile', 'slow'], QUICK)
    t.equal(code, 0)
    t.equal(stderr, '')
    for (const words of ['by self time', 'by total time', 'this stage by total time', 'slow/util.js:', 'Node.js core', 'saved']) t.match(stdout, words)
    t.strictSame(kept(project), ['cpuprofile-slow.cpuprofile', 'cpuprofile-slow.html', 'cpuprofile-slow.js'])
  }
})

t.test('mistakes', async (t) => {
  const project = copyProject(t)
  const mistakes = [
    [['profile.js'], 2, /^profile: name a tool: doctor, flame, heap, prof, cpuprofile, trace\n$/],
    [['profile.js', 'constructor', 'slow'], 2, /^profile: name a tool/],
    [['profile.js', 'flame'], 2, /^profile: name one contender/],
    [['profile.js', 'flame', 'sloww'], 2, /^profile: unknown contender/],
    [['profile.js', 'flame', 'exercise'], 1, /^profile: there is no .*: run make exercise first\n$/]
  ]
  for (const [command, exitCode, line] of mistakes) {
    const { code, stderr } = await project.run(command, QUICK)
    t.equal(code, exitCode)
    t.match(stderr, line)
  }
})

t.test('a tool that fails shows its last words, and the old profile stays', async (t) => {
  const project = copyProject(t, { 'slow/index.js': "throw new Error('broken on purpose')" })
  fs.mkdirSync(path.join(project.folder, 'profiles'))
  fs.writeFileSync(path.join(project.folder, 'profiles/doctor-slow.html'), 'of yesterday')
  for (const tool of ['doctor', 'flame', 'heap', 'cpuprofile']) {
    const { code, stderr } = await project.run(['profile.js', tool, 'slow'], QUICK)
    t.equal(code, 1, tool)
    t.match(stderr, 'broken on purpose')
    t.strictSame(kept(project), ['doctor-slow.html'])
  }
})
