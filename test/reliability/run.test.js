'use strict'

// The commands that prove something: how they keep, show and fail.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { mutations } = require('./mutants')
const mutate = require('./mutation')
const testNodes = require('./node-versions')
const { copyProject, ROOT } = require('../helpers/project')

t.test('a proof is kept, shown, and fails where something must not be', async (t) => {
  const project = copyProject(t)
  const good = await project.run(['soak.js', '--stage', 'optimized', '--requests', '20000'])
  t.match(good.stdout, /without an answer +│ 0 .*saved results.*-soak-optimized\.json/s)
  const bad = await project.run(['soak.js', '--stage', 'fast', '--requests', '20000'])
  t.equal(bad.code, 1)
  t.match(bad.stderr, /^soak: .*a tag with other bytes/)
  t.match(bad.stdout, /saved results/, 'it is kept none the less')
  t.equal(project.results().length, 2)
})

t.test('what cannot be taken', async (t) => {
  const project = copyProject(t)
  for (const [command, line] of [
    [['soak.js', 'fast'], /^soak: "fast" is not understood: give settings as flags or variables \(--help lists them\)\n$/],
    [['faults.js', 'flood'], /^faults: unknown fault "flood"/],
    [['torture.js', 'bensh'], /^torture: unknown command "bensh"/]
  ]) {
    const { code, stderr } = await project.run(command)
    t.match(stderr, line)
    t.equal(code, 2)
  }
})

t.test('each mutation still fits the code, and names a test that there is', async (t) => {
  for (const { breaks, file, from, test } of mutations) {
    t.ok(fs.readFileSync(path.join(ROOT, file), 'utf8').includes(from), breaks)
    t.ok(fs.existsSync(path.join(ROOT, test)), test)
  }
})

t.test('survivors, and red versions, are said', async (t) => {
  t.strictSame(mutate.problems({ mutations: [{ breaks: 'a', noticed: true }, { breaks: 'b', noticed: false }] }), ['1 of 2 went unnoticed: b'])
  t.strictSame(testNodes.problems({ versions: [{ version: '20.1.0', red: [] }, { version: '24.1.0', red: ['not ok 1 - x', 'not ok 2 - y'] }], left: ['26'] }),
    ['Node.js 24.1.0: not ok 1 - x', 'interrupted before the end of Node.js 26'])
})
