'use strict'

const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('with warnings the machine is ready, after a failure it is not', async (t) => {
  const checks = `exports.preflightChecks = [
    { name: 'a', check: () => ({ ok: true, value: 'good' }) },
    {
      name: 'b',
      optional: Boolean(process.env.OPTIONAL),
      remedy: 'fix it',
      check: () => ({ ok: false, value: 'bad' })
    }
  ]`
  const project = copyProject(t, { 'scripts/lib/preflight/checks.js': checks })
  const bad = 'b                    bad\n  fix it\n'
  const failure = [3, `✗ ${bad}`, 'preflight: not ready\n']
  for (const [OPTIONAL, flags, [code, stdout, stderr]] of [
    ['1', [], [0, `! ${bad}\nReady, with 1 warning.\n`, '']],
    ['1', ['--strict'], failure],
    ['', [], failure]
  ]) {
    t.strictSame(await project.run(['preflight.js', ...flags], { OPTIONAL }),
      { code, signal: null, stdout: `✓ a                    good\n${stdout}`, stderr })
  }
})
