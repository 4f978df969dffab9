'use strict'

const t = require('tap')

t.test('the watchdog learns what has ended: a process id may be used again', async (t) => {
  const told = []
  const stdin = { unref () {}, on () {}, write: (text) => told.push(text) }
  const { endWithProcess } = t.mockRequire('../../scripts/lib/system/watchdog', {
    'node:child_process': { spawn: () => ({ stdin, unref () {} }) }
  })
  const forget = endWithProcess('1001')
  forget()
  t.strictSame(told, ['+1001\n', '-1001\n'])
})
