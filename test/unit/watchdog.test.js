'use strict'

const { EventEmitter } = require('node:events')
const t = require('tap')

t.test('the watchdog learns which processes run, and which have ended, because their ids may be reused', async (t) => {
  const told = []
  const stdin = Object.assign(new EventEmitter(), { unref () {}, write: (text) => told.push(text) })
  const { watchChild } = t.mockRequire('../../scripts/lib/system/watchdog', {
    'node:child_process': { spawn: () => ({ stdin, unref () {} }) }
  })
  const [first, second] = [1001, 1002].map((pid) => Object.assign(new EventEmitter(), { pid }))
  watchChild(first)
  watchChild(second)
  first.emit('exit', 0)
  t.strictSame(told, ['+1001\n', '+1002\n', '-1001\n'])
})
