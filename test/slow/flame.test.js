'use strict'

const path = require('node:path')
const t = require('tap')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { copyPatched } = require('../helpers/project')
const { isListener, isOwn, formatFrame, profile } = require('../helpers/profile')

t.test('Flame: the listener leads in slow, by self time', async (t) => {
  const { frames: { self: [first] } } = await profile(t, 'flame', findTarget('slow'))
  t.ok(isListener(first), formatFrame(first))
})

t.test('Flame: with the listener emptied, the emitting path leads', async (t) => {
  const folder = copyPatched(t, 'slow', 'docs/steps/noop.patch')
  const noop = { ...findTarget('slow'), name: 'noop', file: path.join(folder, 'index.js') }
  const { frames: { self: [first] } } = await profile(t, 'flame', noop, { duration: 15 })
  // V8 inlines emit into those of restify that call it.
  t.match(first.frame.name, /^(emit|_finishReqResCycle|_afterRoute|afterRouter)$/)
})

t.test('Flame: in optimized writing to the socket is hot, and not the stage', async (t) => {
  const { frames: { self } } = await profile(t, 'flame', findTarget('optimized'))
  // What comes after has about two per cent, in an order that changes from run to run.
  const hot = self.slice(0, 3)
  t.notOk(hot.some(isOwn), hot.map(formatFrame).join(', '))
  const writes =
    /^(clearBuffer|writevGeneric|writeGeneric|_writeGeneric|afterWriteDispatched|onwrite)$/
  t.ok(hot.some(({ frame }) => writes.test(frame.name)))
  const ownHot = self.filter((entry) => isOwn(entry) && entry.share >= 0.05)
  t.strictSame(ownHot.map(formatFrame), [])
})
