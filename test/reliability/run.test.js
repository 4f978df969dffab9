'use strict'

// The runner: how a check is started, saved and shown, and how it ends.

const path = require('node:path')
const t = require('tap')
const { FAULTS } = require('./checks/faults')
const { number } = require('../../scripts/lib/base/format')
const { readResult } = require('../../scripts/lib/measure/results')
const { copyProject } = require('../helpers/project')

const CHECKS = [
  'cache', 'conditional', 'crash-test', 'diagnose-accuracy', 'faults', 'fuzz', 'mutation',
  'probe-cost', 'slow-clients', 'soak'
]
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
    ['soak --stage fats', 'soak: Unknown STAGE "fats". Did you mean fast?'],
    ['faults flood', `faults: Unknown fault "flood". Choose from ${Object.keys(FAULTS).join(', ')}.`],
    ['crash-test bensh', 'crash-test: Unknown command "bensh". Did you mean bench?']
  ]) {
    const { code, stdout, stderr } = await project.run([RUN, ...command.split(' ')])
    t.strictSame({ code, stdout, stderr }, { code: 2, stdout: '', stderr: `${message}\n` })
  }
})
