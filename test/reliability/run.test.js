'use strict'

const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

const RUN = '../test/reliability/run.js'
const project = copyProject(t, {
  'test/reliability/checks/made-up.js': `const { seed, stageFlag } = require('../check')
    exports.summary = 'It finds two problems.'
    exports.flags = { stage: stageFlag('fast', 'optimized'), seed }
    exports.run = async () => ({ lost: 2 })
    exports.report = ({ lost }) => [['all', '9'], ['lost', '2', lost], ['late', 'yes', true]]`
}, ['test/reliability', 'test/helpers', 'docs/labs'])

t.test('a check is shown, saved with its rows and problems, and exits 3', async (t) => {
  const { code, stdout, stderr } = await project.run([RUN, 'made-up', '--stage=fast', '--seed=5'])
  t.strictSame({ code, stderr }, { code: 3, stderr: 'made-up: lost: 2; late: yes\n' })
  const file = path.join('results', project.results()[0])
  t.match(file, /Z-reliability-made-up-fast\.json$/)
  t.match(stdout, new RegExp(`^│ lost +│ +2 │$[^]*^saved +${file}$`, 'm'))
  const { kind, stage, settings, lost, rows, problems } = JSON.parse(project.read(file))
  t.strictSame({ kind, stage, settings, lost, rows, problems }, {
    kind: 'made-up',
    stage: 'fast',
    settings: { seed: 5 },
    lost: 2,
    rows: [['all', '9'], ['lost', '2'], ['late', 'yes']],
    problems: ['lost: 2', 'late: yes']
  })
})
