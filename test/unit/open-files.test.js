'use strict'

const t = require('tap')
const { ensureOpenFiles } = require('../../scripts/lib/system/open-files')

t.test('64 open files are reserved for things other than connections', async (t) => {
  ensureOpenFiles(100, 164)
  const { exitCode, message } = t.throws(() => ensureOpenFiles(101, 164))
  t.equal(exitCode, 1)
  t.equal(message,
    '101 connections are more than 164 open files allow: take 100 at most, or allow more with ulimit -n 741')
})

t.test('without a limit any number is allowed', async () => ensureOpenFiles(10_000, 'unlimited'))

t.test('the limit is that of this process', async (t) => {
  const open = (soft) => t.intercept(process.report, 'getReport', {
    value: () => ({ userLimits: { open_files: { soft } } })
  })
  open(100)
  t.ok(t.throws(() => ensureOpenFiles(37)))
  ensureOpenFiles(36)
  t.intercept(process.report, 'getReport', { value: () => ({}) })
  ensureOpenFiles(10_000)
})
