'use strict'

const t = require('tap')
const { blockText } = require('../../docs/tools/blocks')

/** The file of a record of a run that never was. */
const record = (fields) => JSON.stringify({
  schema: 2,
  kind: 'soak',
  startedAt: '2026-11-21T01:11:57.826Z',
  environment: {
    node: 'v26.10.0',
    platform: 'linux x64',
    cpu: { model: 'A CPU', count: 2 }
  },
  rows: [['requests', '10'], ['wrong answers', '0']],
  problems: [],
  ...fields
})
const ENVIRONMENT = 'A CPU, 2 cores, linux x64, Node.js v26.10.0, 2026-11-21'
const recordOf = (name) => `[Node.js v26.10.0, 2026-11-21](results/reliability-${name}.json)`

t.test('a check has a column for each stage, and the overview names the problems', async (t) => {
  const folder = t.testdir({
    'reliability-soak-optimized.json': record({ stage: 'optimized' }),
    'reliability-soak-fast.json': record({
      stage: 'fast',
      rows: [['requests', '10'], ['wrong answers', '3']],
      problems: ['3 wrong answers', 'a leak']
    }),
    'reliability-cache.json': record({ kind: 'cache' }),
    'other.json': record({ kind: 'cache' })
  })
  t.equal(await blockText('reliability-soak', folder), `|  | fast | optimized |
| --- | --- | --- |
| requests | 10 | 10 |
| wrong answers | 3 | 0 |

\`make reliability-soak STAGE=…\`; ${ENVIRONMENT}`)
  const { message } = await t.rejects(blockText('reliability-fuzz', folder))
  t.equal(message, 'no result of reliability-fuzz is recorded')
  const cache = await blockText('reliability-cache', folder)
  t.match(cache, /^\| {2}\| result \|\n[^]*\n\n`make reliability-cache`; /)
  t.equal(await blockText('reliability-overview', folder), `| check | problems | recorded |
| --- | --- | --- |
| \`make reliability-cache\` | nothing | ${recordOf('cache')} |
| \`make reliability-soak STAGE=fast\` | 3 wrong answers; a leak | ${recordOf('soak-fast')} |
| \`make reliability-soak STAGE=optimized\` | nothing | ${recordOf('soak-optimized')} |`)
})
