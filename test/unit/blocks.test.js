'use strict'

// What no recorded run shows. update-docs.test.js compares all that the docs show with what was
// recorded.

const t = require('tap')
const { FAULTS } = require('whyslow/internals')
const { overTimeChart } = require('../../docs/tools/charts/line-chart')
const { fillLimits } = require('../../docs/tools/pages')
const { resultOf } = require('../helpers/made-up')

t.test('a second without an answer is drawn on a log axis, too', async (t) => {
  const slow = resultOf('slow', 20)
  slow.requests.perSecond = [0, 3000]
  const { data } = overTimeChart([slow, resultOf('fast', 2000)])
  t.strictSame(data.values[0], { name: 'slow', x: 1, y: 1 })
})

t.test('a fault without a row in the reference is an error', async (t) => {
  const rows = FAULTS.map(({ verdict }) => `| ${verdict} | watched | its growth | old |`)
  t.notMatch(fillLimits(rows.join('\n')), /old/)
  const { message } = t.throws(() => fillLimits(rows.slice(1).join('\n')))
  t.equal(message, `docs/reference.md has no row for "${FAULTS[0].verdict}"`)
})
