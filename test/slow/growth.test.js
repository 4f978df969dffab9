'use strict'

require('../helpers/without-tap-loader')
const t = require('tap')
const { measureGrowth } = require('../../scripts/lib/experiments/growth')
const { findTarget } = require('../../scripts/lib/measure/targets')

t.test('the cost of a request grows in slow, and not in optimized', async (t) => {
  const limits = { duration: 10, max: 4096 }
  const slow = (await measureGrowth(findTarget('slow'), limits)).fit
  const optimized = (await measureGrowth(findTarget('optimized'), limits)).fit
  t.ok(slow.bInterval[0] > 0, `b of slow: ${slow.bInterval} ms`)
  t.ok(slow.b > 10 * Math.abs(optimized.b), `b: ${slow.b} ms in slow, ${optimized.b} ms in optimized`)
})
