'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('a recorded comparison with other connections has a file of its own', async (t) => {
  const project = copyProject(t)
  const fixed = { A: 'baseline', B: 'baseline', RUNS: '3', DURATION: '1', RECORD: '1' }
  for (const CONNECTIONS of ['2', '100']) {
    const { code } = await project.run(['compare.js'], { ...fixed, CONNECTIONS })
    t.equal(code, 0)
  }
  const names = fs.readdirSync(path.join(project.folder, 'docs/results'))
  t.strictSame(names.filter((name) => /^compare-base/.test(name)),
    ['compare-baseline-baseline-connections-2.json', 'compare-baseline-baseline.json'])
})
