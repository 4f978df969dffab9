'use strict'

const { spawnSync } = require('node:child_process')
const t = require('tap')
const { ROOT } = require('../helpers/project')

t.test('the docs show the figures of the recorded runs', async (t) => {
  const args = ['scripts/update-docs.js', '--check']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  t.equal(stderr, '')
  t.equal(status, 0)
})
