'use strict'

const t = require('tap')
const { ensureOpenFiles } = require('../../scripts/lib/server/open-files')

t.test('64 open files are reserved for things other than connections', async (t) => {
  const limit = (soft) => {
    const userLimits = soft && { open_files: { soft } }
    t.intercept(process.report, 'getReport', { value: () => ({ userLimits }) })
  }
  limit(164)
  ensureOpenFiles(100)
  const { exitCode, message } = t.throws(() => ensureOpenFiles(101))
  t.equal(exitCode, 1)
  t.equal(message, '101 connections are more than 164 open files allow: ' +
    'take 100 at most, or allow more with ulimit -n 165')
  for (const none of ['unlimited', undefined]) {
    limit(none)
    ensureOpenFiles(10_000)
  }
})
