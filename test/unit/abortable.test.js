'use strict'

const { getEventListeners } = require('node:events')
const t = require('tap')
const { abortable } = require('../../scripts/lib/base/abortable')

const NEVER = new Promise(() => {})

t.test('a promise that settles before the abort decides the result, and no listener is left', async (t) => {
  const { signal } = new AbortController()
  t.equal(await abortable(Promise.resolve(1), signal), 1)
  const error = new Error('failed')
  t.equal(await t.rejects(abortable(Promise.reject(error), signal)), error)
  t.strictSame(getEventListeners(signal, 'abort'), [])
})

t.test('an abort rejects at once, with its reason', async (t) => {
  const controller = new AbortController()
  const waiting = abortable(NEVER, controller.signal)
  const reason = new Error('stopped')
  controller.abort(reason)
  t.equal(await t.rejects(waiting), reason)
  t.equal(await t.rejects(abortable(NEVER, controller.signal)), reason, 'also after an earlier abort')
})

t.test('without a signal, the result is that of the promise', async (t) => {
  t.equal(await abortable(Promise.resolve(1)), 1)
})
