'use strict'

// The checks of make preflight that load a server, and the command with all of them.

const t = require('tap')
const { preflightChecks } = require('../../scripts/lib/workshop/preflight')
const { copyProject } = require('../helpers/project')

const check = (name) => preflightChecks.find((one) => one.name === name).check(new AbortController().signal)

t.test('the bench and Doctor look at the servers', async (t) => {
  const { ok, found } = await check('a bench of 2 s')
  t.equal(ok, true, found)
  t.match(found, /^[\d,.]+ req\/s, 0 errors$/)
})

t.test('a machine that lacks something is told so', async (t) => {
  const project = copyProject(t, { 'fast/util.js': 'throw new Error("broken")' })
  const { code, stdout, stderr } = await project.run(['preflight.js'], { PATH: '' })
  t.equal(code, 3)
  t.match(stdout, /✓ Node\.js +v\d+/)
  t.match(stdout, /✗ npm .*\n {2}npm comes with Node\.js/)
  t.match(stdout, /✗ a bench of 2 s .*fast died[^]*run make bench-fast/)
  t.match(stderr, /^preflight: not ready: \d of \d checks failed\n$/)
})
