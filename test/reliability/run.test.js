'use strict'

const path = require('node:path')
const t = require('tap')
const { matchExpected } = require('../helpers/expected')
const { copyProject } = require('../helpers/project')

const RUN = '../test/reliability/run.js'
const project = copyProject(t, {}, ['test/reliability', 'test/helpers', 'docs/labs'])

t.test('a check is shown, saved with its rows and problems, and exits 3', async (t) => {
  const command = [RUN, 'soak', '--stage=fast', '--requests=40000']
  const { code, stdout, stderr } = await project.run(command)
  const file = path.join('results', project.results()[0])
  t.match(file, /Z-reliability-soak-fast\.json$/)
  t.match(stdout, new RegExp(`^│ without an answer +│ 0 +│$[^]*^saved +${file}$`, 'm'))
  const { kind, stage, settings, rows, problems, wrong } = JSON.parse(project.read(file))
  t.strictSame({ kind, stage, settings },
    { kind: 'soak', stage: 'fast', settings: { requests: 40000, connections: 50 } })
  t.strictSame(Object.keys(wrong), ['a tag with other bytes'], 'the late tag of fast')
  const texts = rows.map((row) => row.join(': '))
  t.ok(problems.length > 0 && problems.every((problem) => texts.includes(problem)))
  t.strictSame({ code, stderr }, { code: 3, stderr: `soak: ${problems.join('; ')}\n` })
})

t.test('without a check, the runner lists all; an unknown one exits 2', async (t) => {
  const { code, stdout } = await project.run([RUN])
  t.equal(code, 0)
  matchExpected(t, 'reliability-checks', stdout)
  const wrong = await project.run([RUN, 'soka'])
  const message = 'run: Unknown check "soka". Did you mean soak?\n'
  t.strictSame([wrong.code, wrong.stdout, wrong.stderr], [2, '', message])
})
