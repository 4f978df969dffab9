'use strict'

const { spawnSync } = require('node:child_process')
const t = require('tap')
const { ROOT } = require('../helpers/project')

t.test('the docs show the figures of the recorded run', async (t) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/update-docs.js', '--check'], { cwd: ROOT, encoding: 'utf8' })
  t.equal(stderr, '')
  t.equal(status, 0)
})
