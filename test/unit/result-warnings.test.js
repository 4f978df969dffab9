'use strict'

const t = require('tap')
const { loadedMachineWarnings, loadWarnings, backgroundCpuWarnings } =
  require('../../scripts/lib/measure/result-warnings')

const measured = (rest) =>
  ({ requests: { total: 1000 }, errors: 0, timeouts: 0, non2xx: 0, statuses: { 200: 1000 }, ...rest })

t.test('a good load has no warnings', async (t) => {
  t.strictSame(loadWarnings(measured()), [])
})

t.test('statuses other than 2xx', async (t) => {
  t.strictSame(loadWarnings(measured({ non2xx: 1000, statuses: { 404: 1000 } })),
    ['all 1,000 answers had status 404: check the path'])
  t.strictSame(loadWarnings(measured({ non2xx: 1000, statuses: { 503: 1000 } })),
    ['all 1,000 answers had status 503: check what the server reports'])
  t.strictSame(loadWarnings(measured({ non2xx: 250, statuses: { 200: 750, 500: 50, 503: 200 } })),
    ['25 % of the answers had a status other than 2xx (50 × 500, 200 × 503): check what the server reports'])
  t.strictSame(loadWarnings(measured({ non2xx: 1000, statuses: { 404: 900, 503: 100 } })),
    ['100 % of the answers had a status other than 2xx (900 × 404, 100 × 503): check the path'])
  t.strictSame(loadWarnings(measured({ non2xx: 10, statuses: { 200: 990, 304: 10 } })),
    ['1 % of the answers had a status other than 2xx (10 × 304): check what the server reports'])
})

t.test('timeouts and other errors are told apart', async (t) => {
  const warning = 'requests without an answer are missing from latency and req/s: '
  t.strictSame(loadWarnings(measured({ errors: 38, timeouts: 38 })), [`${warning}38 timed out after 10 s`])
  t.strictSame(loadWarnings(measured({ errors: 2 })), [`${warning}2 failed with a connection error`])
  t.strictSame(loadWarnings(measured({ errors: 5, timeouts: 3 })),
    [`${warning}3 timed out after 10 s, 2 failed with a connection error`])
})

t.test('a machine that was loaded before the start, if nothing is known of other programs', async (t) => {
  const busy = { loadAverage: 1.1, cpu: { count: 2 } }
  t.strictSame(loadedMachineWarnings(busy, [{ backgroundCpu: 0 }, {}]), [])
  t.equal(loadedMachineWarnings(busy, [{ backgroundCpu: null }, {}]).length, 1)
  t.strictSame(loadedMachineWarnings({ loadAverage: 1, cpu: { count: 2 } }), [])
  t.strictSame(loadedMachineWarnings(busy), [
    'the machine was loaded before the start: load average 1.1 on 2 CPUs. Close other programs and measure again'
  ])
})

t.test('other programs that used more than a fifth of a core during the load', async (t) => {
  t.strictSame([null, 0, 0.2].flatMap(backgroundCpuWarnings), [])
  t.strictSame(backgroundCpuWarnings(0.214),
    ['other programs used 21 % of a core during the load. Close them and measure again'])
  t.strictSame(backgroundCpuWarnings(1.5),
    ['other programs used 150 % of a core during the load. Close them and measure again'])
})
