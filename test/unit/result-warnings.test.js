'use strict'

const t = require('tap')
const { backgroundCpuWarnings, listenerWarnings, loadWarnings } =
  require('../../scripts/lib/measure/result-warnings')

const GOOD = {
  requests: { total: 1000 },
  errors: 0,
  timeouts: 0,
  non2xx: 0,
  statuses: { 200: 1000 }
}
const warningsOf = (rest) => loadWarnings({ ...GOOD, ...rest })

t.test('a good load has no warnings', async (t) => {
  t.strictSame(warningsOf(), [])
})

t.test('statuses other than 2xx', async (t) => {
  const other = 'of the answers had a status other than 2xx'
  t.strictSame(warningsOf({ non2xx: 1000, statuses: { 404: 900, 503: 100 } }),
    [`100 % ${other} (900 × 404, 100 × 503): check the path`])
  t.strictSame(warningsOf({ non2xx: 250, statuses: { 200: 750, 500: 50, 503: 200 } }),
    [`25 % ${other} (50 × 500, 200 × 503): check what the server reports`])
  t.strictSame(warningsOf({ non2xx: 10, statuses: { 200: 990, 304: 10 } }),
    [`1 % ${other} (10 × 304): check what the server reports`])
})

t.test('timeouts and other errors are told apart', async (t) => {
  const warning = 'requests without an answer are missing from latency and req/s: '
  t.strictSame(warningsOf({ errors: 38, timeouts: 38 }), [`${warning}38 timed out after 10 s`])
  t.strictSame(warningsOf({ errors: 2 }), [`${warning}2 failed with a connection error`])
  t.strictSame(warningsOf({ errors: 5, timeouts: 3 }),
    [`${warning}3 timed out after 10 s, 2 failed with a connection error`])
})

t.test('other programs that used more than a fifth of a core during the load', async (t) => {
  t.strictSame([null, 0, 0.2].flatMap(backgroundCpuWarnings), [])
  t.strictSame(backgroundCpuWarnings(0.214),
    ['other programs used 21 % of a core during the load. Close them and measure again'])
})

t.test('an event with more than ten listeners', async (t) => {
  const excess = { emitter: 'Server', event: 'request', listeners: 1234, location: '' }
  t.strictSame(listenerWarnings({ excessListeners: [] }), [])
  t.strictSame(listenerWarnings({ excessListeners: [excess] }),
    ['1,234 listeners of "request" on Server at the end'])
  t.strictSame(listenerWarnings({ excessListeners: [{ ...excess, location: '/a.js:3' }, excess] }),
    ['1,234 listeners of "request" on Server at the end, added at /a.js:3'])
})
