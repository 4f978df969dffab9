'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('a recorded comparison with other connections has a file of its own', async (t) => {
  const project = copyProject(t)
  const recorded = () =>
    fs
      .readdirSync(path.join(project.folder, 'docs/results'))
      .filter((name) => /^compare-base/.test(name))
  const settings = {
    A: 'baseline',
    B: 'baseline',
    RUNS: '2',
    DURATION: '1',
    WARMUP: '0',
    RECORD: '1'
  }
  t.equal((await project.run(['compare.js'], { ...settings, CONNECTIONS: '2' })).code, 0)
  t.strictSame(recorded(), ['compare-baseline-baseline-connections-2.json'])
  t.equal((await project.run(['compare.js'], { ...settings, CONNECTIONS: '100' })).code, 0)
  t.strictSame(recorded(), [
    'compare-baseline-baseline-connections-2.json',
    'compare-baseline-baseline.json'
  ])
})
