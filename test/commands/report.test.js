'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { number } = require('../../scripts/lib/base/format')
const { recordedRun } = require('../../scripts/lib/docs/recorded')
const { describeMachine } = require('../../scripts/lib/present/result-table')
const { readResult, RECORDED } = require('../../scripts/lib/measure/results')
const { copyProject, ROOT } = require('../helpers/project')

const CHARTS = [
  'Requests per second', 'Requests per second over time', 'Latency', 'Which side was the bottleneck', 'Comparisons',
  'Comparisons', // one for each number of connections
  'Growth of the cost of a request'
]

/** A project whose results are those recorded in the docs, some of them if so asked. */
function withResults (t, wanted = /./) {
  const project = copyProject(t)
  fs.mkdirSync(path.join(project.folder, 'results'))
  for (const name of fs.readdirSync(path.join(ROOT, 'docs/results')).filter((name) => wanted.test(name))) {
    fs.copyFileSync(path.join(ROOT, 'docs/results', name), path.join(project.folder, 'results', name))
  }
  return { ...project, page: () => fs.readFileSync(path.join(project.folder, 'results/report.html'), 'utf8') }
}

const headings = (page, level) =>
  [...page.matchAll(new RegExp(`<h${level}>(.*?)</h${level}>`, 'g'))]
    .map(([, heading]) => heading.replaceAll('&#39;', "'"))
const leftOut = (...names) => names
  .map((name) => `left out, because this version cannot read it: ${path.join('results', name)}\n`).join('')
const count = (page, pattern) => page.match(pattern)?.length ?? 0

t.test('all that was measured, on one page', async (t) => {
  const project = withResults(t)
  fs.mkdirSync(path.join(project.folder, 'profiles'))
  fs.writeFileSync(path.join(project.folder, 'profiles/flame-slow.html'), '')
  const { code, stdout, stderr } = await project.run(['report.js'], { OPEN: '0' })
  t.equal(stderr, '')
  t.equal(code, 0)
  t.equal(stdout, `${path.join('results', 'report.html')}\n`)
  const page = project.page()
  t.strictSame(headings(page, 3).sort(), CHARTS.toSorted())
  t.strictSame(headings(page, 2), [
    '100 connections for 10 s, 10 runs of each target in turns',
    'Comparisons: 1 connection for 3 s in each run',
    'Comparisons: 100 connections for 3 s in each run',
    'Growth: one request after another on one connection',
    'Profiles'
  ])
  const charts = CHARTS.length
  t.equal(count(page, /<svg role="img" aria-label="[^"]+"/g), charts, 'all the charts, each with a text')
  t.equal(count(page, /<table>/g), charts, 'and each with a table')
  t.strictSame(page.match(/<a .*?<\/a>/g), ['<a href="../profiles/flame-slow.html">flame-slow</a>'])
  const machine = describeMachine(readResult(path.join(RECORDED, 'bench.json')).environment)
  t.ok(page.includes(`<p class="muted">${machine}; measured on `), 'on which machine')
  t.notMatch(page, /<script|(src|href)="?(https?:)?\/\/|@import|url\((?!#)/, 'the page needs no network and no script')
  t.ok(page.length < 1_000_000, 'and is small')
})

t.test('some results, and files that are none', async (t) => {
  const project = withResults(t, /^bench-fast-rate-4000\.json/)
  const file = (name) => path.join(project.folder, 'results', name)
  const write = (name, result) => fs.writeFileSync(file(name), JSON.stringify(result))
  const [slow, fast] = ['slow', 'fast'].map(recordedRun)
  write('slow.json', slow)
  write('fast.json', fast)
  write('zzz.json', { ...fast, startedAt: '2020-01-01T00:00:00.000Z', requests: { ...fast.requests, average: 1234.5 } })
  write('name.json', { ...fast, target: '<img src=x onerror=alert(1)>' })
  write('other.json', { schema: 3 })
  fs.writeFileSync(file('half.json'), '{"schema": 2,')
  const { code, stderr } = await project.run(['report.js'], { OPEN: '0' })
  t.equal(code, 0)
  const page = project.page()

  t.test('what was not measured is left out, with the command that would', async (t) => {
    t.strictSame(headings(page, 3), CHARTS.slice(0, 4))
    t.strictSame(page.match(/(?<=<code>).*?(?=<\/code>)/g),
      ['make bench RUNS=10', 'make compare A=slow B=fast', 'make growth STAGE=slow', 'make diagnose-slow',
        'make flame-slow'])
  })
  t.test('a run at a constant rate says nothing of how fast a server is', async (t) =>
    t.strictSame(headings(page, 2), ['100 connections for 10 s']))
  t.test('of several runs the newest counts; what a name holds stays text', async (t) => {
    const [table] = page.match(/<table>[^]*?<\/table>/)
    const rows = [...table.matchAll(/<tr><td>(.*?)<\/td><td>(.*?)<\/td>/g)].map(([, name, rate]) => [name, rate])
    const rate = ({ requests }) => number(requests.average)
    t.strictSame(rows, [
      ['slow', rate(slow)],
      ['fast', rate(fast)],
      ['&lt;img src=x onerror=alert(1)&gt;', rate(fast)]
    ])
    t.notMatch(page, /<img/)
  })
  t.test('a broken file is named and left out', async (t) => t.equal(stderr, leftOut('half.json', 'other.json')))
})

t.test('a comparison that cannot be judged is named and left out', async (t) => {
  const project = withResults(t, /^(bench|compare-fast-optimized)\.json/)
  const file = path.join(project.folder, 'results/compare-fast-optimized.json')
  const comparison = JSON.parse(fs.readFileSync(file))
  for (const run of comparison.runs.b) run.requests.average = 0
  fs.writeFileSync(path.join(project.folder, 'results/silent.json'),
    JSON.stringify({ ...comparison, startedAt: '2030-01-01T00:00:00.000Z' }))
  const { code, stderr } = await project.run(['report.js'], { OPEN: '0' })
  t.equal(code, 0)
  t.equal(stderr, leftOut('silent.json'))
  t.strictSame(headings(project.page(), 3).slice(-1), ['Comparisons'], 'the older one is there')
})

t.test('without results it says what to do', async (t) => {
  const { code, stderr } = await copyProject(t).run(['report.js'])
  t.equal(code, 1)
  t.equal(stderr, 'report: there are no results to report: run make bench first\n')
})
