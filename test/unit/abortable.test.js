'use strict'

const { getEventListeners } = require('node:events')
const t = require('tap')
const { abortable } = require('../../scripts/lib/cli/abortable')

t.test('a promise that settles first decides, and no listener is left', async (t) => {
  const { signal } = new AbortController()
  const error = new Error('failed')
  t.equal(await abortable(Promise.resolve(1), signal), 1)
  t.equal(await t.rejects(abortable(Promise.reject(error), signal)), error)
  t.strictSame(getEventListeners(signal, 'abort'), [])
})

t.test('an abort rejects with its reason, also before the wait', async (t) => {
  const never = new Promise(() => {})
  const controller = new AbortController()
  const waiting = abortable(never, controller.signal)
  controller.abort('stopped')
  t.equal(await waiting.catch(String), 'stopped')
  t.equal(await abortable(never, controller.signal).catch(String), 'stopped')
})
