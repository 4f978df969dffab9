'use strict'

const { EventEmitter } = require('node:events')
const t = require('tap')

t.test('the watchdog learns which processes have ended: their ids may be reused', async (t) => {
  const told = []
  const write = (text) => told.push(text)
  const stdin = Object.assign(new EventEmitter(), { unref () {}, write })
  const { watchChild } = t.mockRequire('../../scripts/lib/system/watchdog', {
    'node:child_process': { spawn: () => ({ stdin, unref () {} }) }
  })
  const child = Object.assign(new EventEmitter(), { pid: 1001 })
  watchChild(child)
  child.emit('exit', 0)
  t.strictSame(told, ['+1001\n', '-1001\n'])
})
