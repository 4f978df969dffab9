'use strict'

// Several targets take turns.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { measureSeries } = require('../../scripts/lib/compare/series')
const { turnsOf, waitUntilIdle } = require('../../scripts/lib/compare/turns')
const { codeTarget } = require('../helpers/own-server')
require('../helpers/without-tap-loader')

t.jobs = 2 // most of the time they wait

// Writes into a journal: its start, whether others run then, and each request. A request takes 2 ms
// of CPU time.
const SERVER = `const fs = require('node:fs')
const { JOURNAL, NAME } = process.env
const write = (text) => fs.appendFileSync(JOURNAL, text + '\\n')
for (const line of fs.readFileSync(JOURNAL, 'utf8').split('\\n')) {
  const [, pid] = line.match(/^start \\w+ (\\d+)/) ?? []
  try {
    if (pid && process.kill(Number(pid), 0)) write('beside another')
  } catch {}
}
write('start ' + NAME + ' ' + process.pid)
require('node:http').createServer((req, res) => {
  write(NAME)
  const start = process.cpuUsage()
  let used = 0
  while (used < 2000) {
    const { user, system } = process.cpuUsage(start)
    used = user + system
  }
  setTimeout(() => res.end(), 5)
}).listen(0, '127.0.0.1')
`
const LOAD = { connections: 1, duration: 2, warmup: 1 }

/** Targets of these names, and a function that reads their journal, each repetition once. */
function journalTargets (t, ...names) {
  const JOURNAL = path.join(t.testdir({ journal: '' }), 'journal')
  const request = { headers: { Cookie: 'secret' } }
  const targets = names.map((name) =>
    ({ ...codeTarget(t, SERVER), name, request, env: { JOURNAL, NAME: name } }))
  function read () {
    const lines = fs.readFileSync(JOURNAL, 'utf8').trim().split('\n')
    return lines.filter((line, i) => line !== lines[i - 1])
  }
  return { targets, read }
}

t.test('targets take turns; every second round is backwards, with new servers', async (t) => {
  const { targets, read } = journalTargets(t, 'a', 'b')
  const shares = []
  const onProgress = (share) => shares.push(share)
  const settings = { runs: 2, ...LOAD }
  const series = await measureSeries(targets, settings, { onProgress })
  t.strictSame(read().map((line) => line.replace(/ \d+$/, '')), [
    'start a', 'a', 'beside another', 'start b', 'b', 'a', 'b', 'a',
    'start b', 'b', 'beside another', 'start a', 'a', 'b', 'a', 'b'
  ])
  t.strictSame(shares, [0, 0.25, 0.5, 0.75, 1])
  t.strictSame(series.settings, { ...settings, headers: { Cookie: '…' } })
  t.strictSame(series.targets.map(({ name, runs }) => [name, runs.length]), [['a', 2], ['b', 2]])
  for (const { cpuPerRequest, requests } of series.targets.flatMap(({ runs }) => runs)) {
    t.equal(requests.perSecond.length, 2)
    t.ok(cpuPerRequest > 1800, `${cpuPerRequest} µs of at least 2000: of all turns`)
  }
})

t.test('a target that fails ends the series, and all servers', async (t) => {
  const { targets: [first], read } = journalTargets(t, 'a')
  const failing = codeTarget(t, 'process.exit(7)')
  const { message } = await t.rejects(measureSeries([first, failing], { runs: 1, ...LOAD }))
  t.match(message, /exit code 7/)
  const [, pid] = read()[0].match(/^start a (\d+)$/)
  const { code } = t.throws(() => process.kill(Number(pid), 0))
  t.equal(code, 'ESRCH')
})

t.test('a turn is a second, or twenty mean latencies, or a load that must be whole', async (t) => {
  const turns = (average, settings, total = 9) =>
    turnsOf({ duration: 10, ...settings }, average && { latency: { average }, requests: { total } })
  t.strictSame(turns(50), Array(10).fill(1))
  t.strictSame(turns(150), [3, 3, 4])
  t.strictSame(turns(50, { amount: 9 }), [10])
  t.strictSame(turns(), [10], 'without a warm-up')
  t.strictSame(turns(1, {}, 0), [10], 'nothing was answered in the warm-up')
})

t.test('a server is idle when it uses no CPU time; after a second it has its own work',
  async (t) => {
    async function countSamples (shares) {
      let samples = 0
      await waitUntilIdle({ ask: async () => ({ cpu: shares[samples++] ?? 1 }) })
      return samples
    }
    t.equal(await countSamples([0.9, 0.2, 0.05]), 3)
    t.equal(await countSamples([]), 20)
  })
