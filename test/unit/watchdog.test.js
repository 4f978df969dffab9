'use strict'

const t = require('tap')

t.test('the watchdog learns what has ended: a process id may be used again', async (t) => {
  const told = []
  const stdin = { unref () {}, on () {}, write: (text) => told.push(text) }
  const { endWithProcess } = t.mockRequire('../../scripts/lib/server/watchdog', {
    'node:child_process': { spawn: () => ({ stdin, stdio: [stdin], unref () {} }) }
  })
  const forget = endWithProcess({ group: 1001 })
  forget()
  t.strictSame(told, ['{"add":{"group":1001}}\n', '{"remove":{"group":1001}}\n'])
})
