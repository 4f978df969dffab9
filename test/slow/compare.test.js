'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('the series that the docs quote has the stages and the baseline', async (t) => {
  const project = copyProject(t)
  const settings = ['--runs=2', '--duration=1', '--warmup=0', '--connections=10']
  const { code, stdout, stderr } = await project.run(['record-series.js', ...settings])
  t.strictSame([code, stderr], [0, ''])
  t.match(stdout, /baseline/)
  const [node] = process.versions.node.split('.')
  const { kind, targets } = JSON.parse(project.read(`docs/results/bench-node-${node}.json`))
  t.equal(kind, 'series')
  t.strictSame(targets.map(({ name, runs }) => [name, runs.length]),
    [['slow', 2], ['fast', 2], ['optimized', 2], ['baseline', 2]])
})

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
