'use strict'

const { getEventListeners } = require('node:events')
const t = require('tap')
const { abortable } = require('../../scripts/lib/base/abortable')

t.test('a promise that settles first decides, and no listener is left', async (t) => {
  const { signal } = new AbortController()
  const error = new Error('failed')
  t.equal(await abortable(Promise.resolve(1)), 1)
  t.equal(await abortable(Promise.resolve(1), signal), 1)
  t.equal(await t.rejects(abortable(Promise.reject(error), signal)), error)
  t.strictSame(getEventListeners(signal, 'abort'), [])
})

t.test('an abort rejects at once, with its reason', async (t) => {
  const controller = new AbortController()
  const never = new Promise(() => {})
  const waiting = abortable(never, controller.signal)
  const reason = new Error('stopped')
  controller.abort(reason)
  t.equal(await t.rejects(waiting), reason)
  t.equal(await t.rejects(abortable(never, controller.signal)), reason, 'also after the abort')
})
