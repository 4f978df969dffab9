'use strict'

const t = require('tap')
const { resultWarnings } = require('../../scripts/lib/load/bottleneck')

const GOOD = {
  requests: { total: 1000 },
  errors: 0,
  timeouts: 0,
  non2xx: 0,
  statuses: { 200: 1000 },
  backgroundCpu: 0.2
}
const warningsOf = (figures) => resultWarnings({ ...GOOD, ...figures })

t.test('a good load has no warnings', async (t) => {
  t.strictSame(warningsOf(), [])
  t.strictSame(warningsOf({ backgroundCpu: null }), [])
})

t.test('statuses other than 2xx', async (t) => {
  const other = 'of the answers had a status other than 2xx'
  t.strictSame(warningsOf({ non2xx: 1000, statuses: { 404: 900, 503: 100 } }),
    [`100 % ${other} (404 × 900, 503 × 100): check the path`])
  t.strictSame(warningsOf({ non2xx: 250, statuses: { 200: 750, 500: 50, 503: 200 } }),
    [`25 % ${other} (500 × 50, 503 × 200): check what the server reports`])
})

t.test('timeouts and other errors are told apart', async (t) => {
  const warning = 'requests without an answer are missing from latency and req/s: '
  t.strictSame(warningsOf({ errors: 38, timeouts: 38 }), [`${warning}38 timed out after 10 s`])
  t.strictSame(warningsOf({ errors: 2 }), [`${warning}2 failed with a connection error`])
  t.strictSame(warningsOf({ errors: 5, timeouts: 3 }),
    [`${warning}3 timed out after 10 s, 2 failed with a connection error`])
})

t.test('other programs that used more than a fifth of a core during the load', async (t) => {
  t.strictSame(warningsOf({ backgroundCpu: 0.214 }),
    ['other programs used 21 % of a core during the load. Close them and measure again'])
})
