'use strict'

const t = require('tap')
const {
  growthDominates, predictListenerCost, predictRequests
} = require('../../scripts/lib/statistics/growth-prediction')
const { close } = require('../helpers/close')

t.test('growth dominates when its slope is sure, and outweighs the constant part at the end', async (t) => {
  const dominates = (a, b, low, ...requests) =>
    growthDominates({ fit: { a, b, bInterval: [low, 1] }, samples: requests.map((requests) => ({ requests })) })
  t.equal(dominates(1, 0.05, 0.04, 1, 1000), true)
  t.equal(dominates(1, 0.05, 0.04, 1, 10), false, 'the last sample counts: sure but small')
  t.equal(dominates(1, 0.25, 0.2, 4), false, 'as much as the constant part is not more')
  t.equal(dominates(1, 0.05, -0.01, 1000), false, 'large but unsure')
  t.equal(dominates(1, 0.05, 0, 1000), false, 'zero within the interval')
})

t.test('n requests of cost c·k take c·n²/2', async (t) => {
  close(t, predictRequests(50e-6, 10), Math.sqrt(400_000), '10 s of 50 µs')
  close(t, predictListenerCost(231, 10), 20 / 231 ** 2, 'the article: 231 requests in 10 s')
})
