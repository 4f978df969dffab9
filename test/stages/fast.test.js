'use strict'

const events = require('node:events')
const t = require('tap')
const { testArticleStage } = require('../helpers/article-stage')
const { startStage } = require('../helpers/stage')

t.test('fast', (t) => testArticleStage(t, 'fast', () => 1))

t.test('fast leaves the warning about listeners on', async (t) => {
  await startStage(t, 'fast')
  t.equal(events.defaultMaxListeners, 10)
})
