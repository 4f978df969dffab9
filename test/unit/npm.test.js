'use strict'

const t = require('tap')

t.test('npm runs no install scripts, and skips the audit and the funding notice', async (t) => {
  const calls = []
  const { npm } = t.mockRequire('../../scripts/lib/server/npm', {
    '../../scripts/lib/server/process': { runProcess: async (...call) => calls.push(call) }
  })
  await npm(['ci'], { cwd: '/folder' })
  const command = ['npm', 'ci', '--no-audit', '--no-fund', '--ignore-scripts']
  t.strictSame(calls, [[command, { cwd: '/folder', shell: process.platform === 'win32' }]])
})
