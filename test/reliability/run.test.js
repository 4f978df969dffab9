'use strict'

// The runner: how a check is started, saved and shown, and how it ends.

const path = require('node:path')
const t = require('tap')
const { FAULTS } = require('./faults')
const mutation = require('./mutation')
const nodeVersions = require('./node-versions')
const steadiness = require('./steadiness')
const { number } = require('../../scripts/lib/base/format')
const { readResult } = require('../../scripts/lib/measure/results')
const { copyProject } = require('../helpers/project')

const CHECKS = ['soak', 'fuzz', 'slow-clients', 'conditional', 'cache', 'faults', 'crash-test', 'node-versions',
  'steadiness', 'mutation', 'supply-chain', 'probe-cost', 'diagnose-accuracy', 'k6']
const RUN = '../test/reliability/run.js'

t.test('a check is saved with its rows and problems, shown, and exits 3 when it found problems', async (t) => {
  const project = copyProject(t)
  const outcome = await project.run([RUN, 'soak', '--stage', 'fast', '--requests', '20000'])
  const [file] = project.results()
  t.match(outcome.stdout, new RegExp(`^│ without an answer +│ 0 +│$[^]*^saved +results/${file}$`, 'm'))
  const { kind, stage, rows, problems, wrong } = readResult(path.join(project.folder, 'results', file))
  t.strictSame({ kind, stage }, { kind: 'soak', stage: 'fast' })
  t.equal(problems[0], `${number(wrong['a tag with other bytes'])} times a tag with other bytes`)
  t.strictSame({ code: outcome.code, stderr: outcome.stderr }, { code: 3, stderr: `soak: ${problems.join('; ')}\n` })
  t.ok(rows.every((row) => row.length === 2 && row.every((text) => typeof text === 'string')))
})

t.test('without a check, the runner lists all of them', async (t) => {
  const { code, stdout } = await copyProject(t).run([RUN])
  t.equal(code, 0)
  t.strictSame(stdout.trim().split('\n').map((line) => line.split(/ +/, 1)[0]), CHECKS)
  for (const line of stdout.trim().split('\n')) t.match(line, /^[a-z0-9-]+ +[A-Z].*\.$/)
})

t.test('wrong calls exit 2 and say why', async (t) => {
  const project = copyProject(t)
  for (const [command, message] of [
    ['soka', 'run: Unknown check "soka". Did you mean soak?'],
    ['soak fast', 'soak: Unexpected operand "fast". --help lists what this command takes.'],
    ['soak --stage fats', 'soak: Unknown stage "fats". Did you mean fast?'],
    ['faults flood', `faults: Unknown fault "flood". Choose from ${Object.keys(FAULTS).join(', ')}.`],
    ['crash-test bensh', 'crash-test: Unknown command "bensh". Did you mean bench?'],
    ['mutation xyz', `mutation: Unknown file "xyz". Choose from ${mutation.operands[0].choices.join(', ')}.`]
  ]) {
    const { code, stdout, stderr } = await project.run([RUN, ...command.split(' ')])
    t.strictSame({ code, stdout, stderr }, { code: 2, stdout: '', stderr: `${message}\n` })
  }
})

t.test('versions whose tests fail are problems', async (t) => {
  const red = ['not ok 1 - x', 'not ok 2 - y']
  const versions = [{ version: '20.1.0', red: [], again: [] }, { version: '24.1.0', red, again: [] }]
  t.strictSame(nodeVersions.problems({ versions, left: ['26'] }),
    ['Node.js 24.1.0: not ok 1 - x', 'interrupted before the end of Node.js 26'])
})

t.test('a red run and an interruption are problems of steadiness', async (t) => {
  const green = { pass: 9, fail: 0, skip: 0, red: [] }
  const red = { ...green, red: ['not ok 1 - x', 'not ok 2 - y'] }
  t.strictSame(steadiness.problems({ repeats: [green, green], settings: { runs: 2 } }), [])
  t.strictSame(steadiness.problems({ repeats: [green, red, red], settings: { runs: 4 } }),
    ['interrupted after 3 of 4 runs', 'not ok 1 - x', 'not ok 2 - y'])
  t.strictSame(steadiness.rows({ repeats: [green, red, red] }), [['runs', '3'], ['passed', '1']])
})
