'use strict'

const t = require('tap')
const { overviewTable, recordsTable } = require('../../scripts/lib/docs/reliability-blocks')

/** A record of a run that never was. */
const record = (fields) => ({
  schema: 2,
  kind: 'soak',
  startedAt: '2026-11-21T01:11:57.826Z',
  environment: { node: 'v26.10.0', platform: 'linux x64', cpu: { model: 'A CPU', count: 2 }, loadAverage: 0 },
  rows: [['requests', '10'], ['wrong answers', '0']],
  problems: [],
  ...fields
})

t.test('the records of a check are the columns of one table', async (t) => {
  const records = [
    record({ stage: 'fast', rows: [['requests', '10'], ['wrong answers', '3']] }),
    record({ stage: 'optimized' })
  ]
  t.equal(recordsTable(records), `|  | fast | optimized |
| --- | --- | --- |
| requests | 10 | 10 |
| wrong answers | 3 | 0 |

\`make reliability-soak STAGE=…\`; A CPU, 2 cores, linux x64, Node.js v26.10.0, 2026-11-21`)
  t.equal(recordsTable([record({ kind: 'cache' })]), `|  | result |
| --- | --- |
| requests | 10 |
| wrong answers | 0 |

\`make reliability-cache\`; A CPU, 2 cores, linux x64, Node.js v26.10.0, 2026-11-21`)
})

t.test('the overview names the problems of each record', async (t) => {
  const records = [record({ stage: 'fast', problems: ['3 wrong answers', 'a leak'] }), record({ stage: 'optimized' })]
  t.equal(overviewTable(records), `| check | problems | recorded |
| --- | --- | --- |
| \`make reliability-soak STAGE=fast\` | 3 wrong answers; a leak | Node.js v26.10.0, 2026-11-21 |
| \`make reliability-soak STAGE=optimized\` | nothing | Node.js v26.10.0, 2026-11-21 |`)
})
