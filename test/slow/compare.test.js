'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('a recorded comparison with other connections has a file of its own', async (t) => {
  const project = copyProject(t)
  const fixed = '--a=baseline --b=baseline --runs=3 --duration=1 --record'.split(' ')
  for (const connections of [2, 100]) {
    const { code } = await project.run(['compare.js', ...fixed, `--connections=${connections}`])
    t.equal(code, 0)
  }
  const names = fs.readdirSync(path.join(project.folder, 'docs/results'))
  t.strictSame(names.filter((name) => /^compare-base/.test(name)),
    ['compare-baseline-baseline-connections-2.json', 'compare-baseline-baseline.json'])
})
