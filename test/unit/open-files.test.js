'use strict'

const t = require('tap')
const { ensureOpenFiles } = require('../../scripts/lib/system/open-files')

t.test('64 open files are reserved for things other than connections', async (t) => {
  ensureOpenFiles(100, 164)
  ensureOpenFiles(10_000, 'unlimited')
  const { exitCode, message } = t.throws(() => ensureOpenFiles(101, 164))
  t.equal(exitCode, 1)
  t.equal(message, '101 connections are more than 164 open files allow: ' +
    'take 100 at most, or allow more with ulimit -n 741')
})

t.test('the limit is that of this process', async (t) => {
  const limits = { userLimits: { open_files: { soft: 100 } } }
  t.intercept(process.report, 'getReport', { value: () => limits })
  ensureOpenFiles(36)
  t.ok(t.throws(() => ensureOpenFiles(37)))
  delete limits.userLimits
  ensureOpenFiles(10_000)
})
