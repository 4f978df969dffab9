'use strict'

// The runner: how a check is started, saved and shown, and how it ends.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { MUTANTS } = require('./mutants')
const mutation = require('./mutation')
const nodeVersions = require('./node-versions')
const { readResult } = require('../../scripts/lib/results/store')
const { copyProject, ROOT } = require('../helpers/project')

const RUN = '../test/reliability/run.js'

t.test('a check is saved with its rows and problems, shown, and exits 3 when it found problems', async (t) => {
  const project = copyProject(t)
  const outcome = await project.run([RUN, 'soak', '--stage', 'fast', '--requests', '20000'])
  t.match(outcome, { code: 3, stderr: /^soak: .*a tag with other bytes/ })
  t.match(outcome.stdout, /without an answer +│ 0 .*saved +results.*-soak-fast\.json/s)
  const record = readResult(path.join(project.folder, 'results', project.results()[0]))
  t.match(record, { kind: 'soak', stage: 'fast', problems: [/a tag with other bytes/] })
  t.ok(record.rows.every((row) => row.length === 2 && row.every((text) => typeof text === 'string')))
})

t.test('without a check, the runner lists all of them', async (t) => {
  const { code, stdout } = await copyProject(t).run([RUN])
  t.equal(code, 0)
  for (const name of ['soak', 'fuzz', 'slow-clients', 'conditional', 'cache', 'faults', 'crash-test', 'mutation']) {
    t.match(stdout, new RegExp(`^${name} +[A-Z].*\\.$`, 'm'))
  }
})

t.test('wrong calls exit 2 and say why', async (t) => {
  const project = copyProject(t)
  for (const [command, stderr] of [
    [['soka'], /^run: Unknown check "soka". Did you mean soak/],
    [['soak', 'fast'], /^soak: Unexpected operand "fast"/],
    [['soak', '--stage', 'fats'], /^soak: Unknown stage "fats". Did you mean fast/],
    [['faults', 'flood'], /^faults: Unknown fault "flood". Choose from the disk is full/],
    [['crash-test', 'bensh'], /^crash-test: Unknown command "bensh". Did you mean bench/],
    [['mutation', 'xyz'], /^mutation: Unknown file "xyz". Choose from slow\/util.js/]
  ]) t.match(await project.run([RUN, ...command]), { stderr, code: 2 })
})

t.test('each mutant still fits the code, and names a test that exists', async (t) => {
  for (const { breaks, file, from, test } of MUTANTS) {
    t.ok(fs.readFileSync(path.join(ROOT, file), 'utf8').includes(from), breaks)
    t.ok(fs.existsSync(path.join(ROOT, test)), test)
  }
})

t.test('mutants that survive, and versions whose tests fail, are problems', async (t) => {
  const mutations = [{ breaks: 'a', noticed: true }, { breaks: 'b', noticed: false }]
  t.strictSame(mutation.problems({ mutations }), ['b: went unnoticed'])
  const red = ['not ok 1 - x', 'not ok 2 - y']
  const versions = [{ version: '20.1.0', red: [], again: [] }, { version: '24.1.0', red, again: [] }]
  t.strictSame(nodeVersions.problems({ versions, left: ['26'] }),
    ['Node.js 24.1.0: not ok 1 - x', 'interrupted before the end of Node.js 26'])
})
