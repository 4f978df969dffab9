'use strict'

const t = require('tap')

t.test('npm runs no install scripts, and skips the audit and the funding notice', async (t) => {
  const calls = []
  const { npm } = t.mockRequire('../../scripts/lib/system/npm', {
    '../../scripts/lib/system/process': { runProcess: async (...call) => calls.push(call) }
  })
  const { signal } = new AbortController()
  await npm(['ci'], { cwd: '/folder', signal })
  const shell = process.platform === 'win32'
  const program = shell ? 'npm.cmd' : 'npm'
  t.strictSame(calls, [
    [[program, 'ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: '/folder', signal, shell }]
  ])
})
