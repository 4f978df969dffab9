'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

/** The module, and the processes that it would have run. */
function recordedNpm (t) {
  const calls = []
  const npm = t.mockRequire('../../scripts/lib/server/npm', {
    '../../scripts/lib/server/process': { runProcess: async (...call) => calls.push(call) }
  })
  return { ...npm, calls }
}

t.test('npm runs no install scripts, and skips the audit and the funding notice', async (t) => {
  const { npm, calls } = recordedNpm(t)
  await npm(['ci'], { cwd: '/folder' })
  const command = ['npm', 'ci', '--no-audit', '--no-fund', '--ignore-scripts']
  t.strictSame(calls, [[command, { cwd: '/folder', shell: process.platform === 'win32' }]])
})

t.test('a lock file that is newer than what is installed installs again', async (t) => {
  const { installPackages, calls } = recordedNpm(t)
  t.intercept(console, 'error', { value () {} })
  const folder = t.testdir({
    'package-lock.json': '{}',
    node_modules: { '.package-lock.json': '{}' }
  })
  const installed = path.join(folder, 'node_modules/.package-lock.json')
  fs.utimesSync(installed, 2e9, 2e9)
  await installPackages(folder, 'the lab')
  t.equal(calls.length, 0)
  fs.utimesSync(installed, 1e9, 1e9)
  await installPackages(folder, 'the lab')
  t.equal(calls.length, 1)
})
