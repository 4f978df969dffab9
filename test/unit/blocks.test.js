'use strict'

// The generated parts of the pages. update-docs.test.js compares them with what was recorded.

const t = require('tap')
const { FAULTS } = require('whyslow/internals')
const { blockText } = require('../../docs/tools/blocks')
const { fillLimits } = require('../../docs/tools/pages')

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
  const unknown = await t.rejects(blockText('none'))
  t.match(unknown.message, /^no result in .*docs.results.none\.json: ENOENT/)
  const cache = await blockText('reliability-cache', folder)
  t.match(cache, /^\| {2}\| result \|\n[^]*\n\n`make reliability-cache`; /)
  t.equal(await blockText('reliability-overview', folder), `| check | problems | recorded |
| --- | --- | --- |
| \`make reliability-cache\` | nothing | ${recordOf('cache')} |
| \`make reliability-soak STAGE=fast\` | 3 wrong answers; a leak | ${recordOf('soak-fast')} |
| \`make reliability-soak STAGE=optimized\` | nothing | ${recordOf('soak-optimized')} |`)
})

t.test('each fault has its limits, also two of one verdict; none is left out', async (t) => {
  const row = ({ verdict }, cell) => `| ${verdict} | watched | its growth | ${cell} |`
  const rows = FAULTS.map((fault) => row(fault, 'old'))
  const computing = FAULTS.filter(({ verdict }) => verdict === 'event loop blocked by computation')
  const filled = fillLimits(rows.join('\n')).split('\n')
  t.notOk(filled.some((line) => line.includes('old')))
  const cells = ['`jobStallShare` 15\u00a0%', '`cpuPerRequestMs` 2\u00a0ms<br>`elu` 80\u00a0%']
  t.strictSame(filled.slice(-2), computing.map((fault, i) => row(fault, cells[i])))
  const { message } = t.throws(() => fillLimits(rows.slice(1).join('\n')))
  t.equal(message, 'docs/reference.md has no row for "requests fail"')
})
