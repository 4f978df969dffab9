'use strict'

// The checks of make preflight that load a server, and the command with all of them.

const t = require('tap')
const { preflightChecks } = require('../../scripts/lib/workshop/preflight')
const { copyProject } = require('../helpers/project')

const check = (name) => preflightChecks.find((check) => check.name === name).check(new AbortController().signal)

t.test('the bench and Doctor look at the servers', async (t) => {
  const { ok, value } = await check('a bench of 2 s')
  t.equal(ok, true, value)
  t.match(value, /^[\d,.]+ req\/s, 0 errors$/)
})

t.test('a machine that lacks something is told so', async (t) => {
  const project = copyProject(t, { 'fast/util.js': 'throw new Error("broken")' })
  const { code, stdout, stderr } = await project.run(['preflight.js'], { PATH: '' })
  t.equal(code, 3)
  t.match(stdout, /^✓ Node\.js {14}v\d+\.\d+\.\d+\n✗ npm {18}npm does not start: ENOENT\n {2}npm comes with Node\.js: /)
  const [, bench] = stdout.split('✗ a bench of 2 s       ')
  t.match(bench, /^fast died \(exit code 1; .*\. Its last output:\n[^]*\nError: broken\n[^]*\n {2}run make bench-fast /)
  t.equal(stderr, `preflight: not ready: 2 of ${preflightChecks.length} checks failed\n`)
})
