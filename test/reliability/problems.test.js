'use strict'

// What the checks report: of the recorded findings, and of these with one thing changed.

const t = require('tap')
const { listFiles, readText } = require('../helpers/project')
const { isMalformed } = require('./checks/fuzz')

const LEAK = 'memory leak'
const CLOSE = 'no fault found; close to memory leak'
const DOUBT = 'not enough evidence: none'
const STARTED = 'started and loaded'
const ACCUSED = 'healthy servers accused'

const readRecord = (file) => JSON.parse(readText(file))

function reportOf (record) {
  const lines = require(`./checks/${record.kind}`).report(record)
  const problems = lines.filter(([, , isProblem]) => isProblem)
  return { lines, problems }
}

t.test('the recorded findings have the rows and problems that the docs quote', async (t) => {
  for (const file of listFiles('docs/results/reliability-*.json')) {
    const record = readRecord(file)
    const { lines, problems } = reportOf(record)
    t.strictSame(lines.map(([label, text]) => [label, text]), record.rows, file)
    t.strictSame(problems.map(([label, text]) => `${label}: ${text}`), record.problems, file)
  }
})

const threeDifferences = ({ contrasts }) => {
  for (const [i, contrast] of contrasts.entries()) contrast.p = i < 3 ? 0.01 : 0.5
}
const costlyProbe = (costs) => {
  costs.with = costs.without.map((cost) => cost * 1.05)
}
const costlyWatch = (times) => {
  times.profiled = times.without.map(({ rate, cost }) => ({ rate: rate * 0.9, cost }))
}

/** So many of the trials with these fields get a verdict; all others are right, but Doctor's. */
const verdicts = (count, verdict, fields) => ({ trials }) => {
  const wanted = trials.filter((trial) =>
    Object.entries(fields).every(([name, value]) => trial[name] === value))
  for (const trial of trials) {
    if (trial.tool !== 'doctor') trial.verdict = trial.expected[0]
  }
  for (const trial of wanted.slice(0, count)) trial.verdict = verdict
}
const slow = { tool: 'diagnose', subject: 'slow' }
const fast = { tool: 'watch', subject: 'fast' }
const healthy = { tool: 'diagnose', strength: undefined }

// `problem`: the label of the line that is one, if any
for (const [name, file, change, problem] of [
  ['3 differences in 12', 'compare-accuracy', threeDifferences, '… that show a difference'],
  ['more than 5 % wrong', 'diagnose-servers', verdicts(3, CLOSE, { tool: 'diagnose' }), STARTED],
  ['an accused server', 'diagnose-servers', verdicts(1, LEAK, healthy), ACCUSED],
  ['wrong verdicts', 'diagnose-accuracy', verdicts(3, CLOSE, { tool: 'diagnose' }), STARTED],
  ['an accused stage', 'diagnose-accuracy', verdicts(1, LEAK, fast), ACCUSED],
  ['a doubt', 'diagnose-accuracy', verdicts(1, DOUBT, fast)],
  ['what Doctor finds and we do not', 'diagnose-accuracy', verdicts(1, LEAK, slow), 'slow'],
  ['an answer that is no HTTP', 'fuzz-fast', (it) => it.malformed.push('hello'),
    'answers that are no HTTP'],
  ['a heap that grows', 'fuzz-fast', ({ heap }) => { heap.after = heap.before + 6e6 },
    'heap before and after'],
  ['a probe that costs 5 %', 'probe-cost', costlyProbe, 'the probe costs'],
  ['lost answers', 'soak-optimized', (it) => { it.lost = 2 }, 'without an answer'],
  ['an error', 'soak-optimized', (it) => { it.answers[500] = 1 }, 'answers'],
  ['listeners', 'soak-optimized', (it) => { it.listeners.last = 12 },
    'most listeners of one event, first and last'],
  ['a heap that may grow', 'soak-optimized', (it) => { it.growth.heap.bInterval = [-6, 8] },
    'the heap grows by'],
  ['a watch that takes 10 %', 'watch-cost', costlyWatch, 'its profiled part: throughput']
]) {
  t.test(`${file}: ${name}: ${problem ? 'a' : 'no'} problem`, async (t) => {
    const record = readRecord(`docs/results/reliability-${file}.json`)
    change(record)
    const labels = reportOf(record).problems.map(([label]) => label)
    if (problem) t.ok(labels.includes(problem), labels.join())
    else t.strictSame(labels, [])
  })
}

t.test('an answer begins with a status line and fields', async (t) => {
  const ok = 'HTTP/1.1 200 OK\r\n'
  t.notOk(isMalformed(`${ok}Content-Length: 2\r\nETag: "a"\r\n\r\nhi`))
  for (const answer of ['hello', ok, `${ok}X: a\u0001b\r\n\r\n`]) t.ok(isMalformed(answer), answer)
})
