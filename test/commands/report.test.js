'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readResult, RECORDED } = require('../../scripts/lib/results/store')
const { copyProject, ROOT } = require('../helpers/project')

const CHARTS = [
  'Requests per second', 'Requests per second over time', 'Latency', 'Which side was the bottleneck', 'Comparisons',
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

/** What the recorded labs have measured, as the report's headings have it. */
function experiments () {
  const files = fs.readdirSync(RECORDED).filter((name) => /^lab-.*\.json$/.test(name))
  const labs = files.map((name) => readResult(path.join(RECORDED, name)))
  return labs.flatMap(({ title, experiments }) => experiments.map((experiment) => `${title}: ${experiment.title}`))
}

const headings = (page, level) =>
  [...page.matchAll(new RegExp(`<h${level}>(.*?)</h${level}>`, 'g'))].map(([, heading]) => heading)
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
  const labs = experiments()
  t.strictSame(headings(page, 3).sort(), [...CHARTS, ...labs].sort())
  t.strictSame(headings(page, 2), [
    '100 connections for 10 s',
    'Comparisons: 100 connections for 3 s in each run',
    'Growth: one request after another on one connection',
    'Labs',
    'Profiles'
  ])
  const charts = CHARTS.length + labs.length
  t.equal(count(page, /<svg role="img" aria-label="[^"]+"/g), charts, 'all the charts, each with a text')
  t.equal(count(page, /<table>/g), charts, 'and each with a table')
  t.match(page, '<a href="../profiles/flame-slow.html">flame-slow</a>')
  t.match(page, /AMD|Intel|Apple|cores/)

  t.notMatch(page, /<script|(src|href)="?(https?:)?\/\/|@import|url\((?!#)/, 'the page needs no network and no script')
  t.ok(page.length < 1_000_000, 'and is small')
})

t.test('some results, and files that are none', async (t) => {
  const project = withResults(t, /^bench-(slow|fast|fast-rate-4000)\.json/)
  const file = (name) => path.join(project.folder, 'results', name)
  const write = (name, result) => fs.writeFileSync(file(name), JSON.stringify(result))
  const fast = JSON.parse(fs.readFileSync(file('bench-fast.json'), 'utf8'))
  write('zzz.json', { ...fast, startedAt: '2020-01-01T00:00:00.000Z', requests: { ...fast.requests, average: 1234.5 } })
  write('name.json', { ...fast, target: '<img src=x onerror=alert(1)>' })
  write('other.json', { schema: 3 })
  fs.writeFileSync(file('half.json'), '{"schema": 2,')
  const { code, stderr } = await project.run(['report.js'], { OPEN: '0' })
  t.equal(code, 0)
  const page = project.page()

  t.test('what was not measured is left out, with the command that would', async (t) => {
    t.strictSame(headings(page, 3), CHARTS.slice(0, 4))
    for (const command of ['make compare', 'make growth', 'make flame-slow']) t.match(page, command)
  })
  t.test('a run at a constant rate says nothing of how fast a server is', async (t) => t.notMatch(page, '4,009'))
  t.test('of several runs the newest counts', async (t) => t.notMatch(page, '1,235'))
  t.test('what a name holds stays text', async (t) => t.notMatch(page, '<img'))
  t.test('a broken file is named and left out', async (t) => {
    t.match(stderr, /^left out, .*half\.json\nleft out, .*other\.json\n$/)
  })
})

t.test('a comparison that cannot be judged is named and left out', async (t) => {
  const project = withResults(t, /^(bench-slow|compare-fast-optimized)\.json/)
  const file = path.join(project.folder, 'results/compare-fast-optimized.json')
  const comparison = JSON.parse(fs.readFileSync(file))
  for (const run of comparison.runs.b) run.requests.average = 0
  fs.writeFileSync(path.join(project.folder, 'results/silent.json'),
    JSON.stringify({ ...comparison, startedAt: '2030-01-01T00:00:00.000Z' }))
  const { code, stderr } = await project.run(['report.js'], { OPEN: '0' })
  t.equal(code, 0)
  t.match(stderr, /^left out.*results.silent\.json\n$/)
  t.match(project.page(), '<h3>Comparisons</h3>', 'the older one is there')
})

t.test('without results it says what to do', async (t) => {
  const { code, stderr } = await copyProject(t).run(['report.js'])
  t.equal(code, 1)
  t.equal(stderr, 'report: there are no results to report: run make bench first\n')
})
