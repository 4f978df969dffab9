'use strict'

const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { resultCard } = require('../../scripts/lib/present/result-table')
const { summaryTable, CPU_NOTE } = require('../../scripts/lib/present/summary-table')
const { terminalTable } = require('../../scripts/lib/present/table')
const { environment: currentEnvironment } = require('../../scripts/lib/system/environment')
const { copyProject, ROOT } = require('../helpers/project')

const LOAD = { connections: 10, duration: 1, pipelining: 1, rate: 0, workers: 0 }

const readSaved = (project, name) => JSON.parse(fs.readFileSync(path.join(project.folder, 'results', name)))
t.intercept(process.stdout, 'columns', { value: undefined }) // no terminal
const plain = (style, text) => text

/** What bench and load print of a result that they have saved. The places in a copy of the project are not shown. */
function printed (result, name) {
  const [{ location = '' } = {}] = result.server?.excessListeners ?? []
  if (location) result.server.excessListeners[0].location = path.join(ROOT, location)
  return `${resultCard(result, plain)}\nsaved       ${path.join('results', name)}\n`
}

/** What bench prints of several targets, or of several runs. */
const summary = (series) => `${terminalTable(summaryTable(series), plain)}\n${CPU_NOTE}\n`

t.test('bench loads every target, prints and saves what it measured', async (t) => {
  const project = copyProject(t)
  const { code, stdout, stderr } = await project.run(['bench.js'], { DURATION: '1', CONNECTIONS: '10' })
  t.equal(code, 0)
  t.equal(stderr, '', 'no progress bar where there is no terminal')

  const names = project.results()
  const results = names.map((name) => readSaved(project, name))
  t.strictSame(results.map(({ target }) => target), ['slow', 'fast', 'optimized', 'baseline'])
  const cards = results.map((result, i) => `${printed(result, names[i])}\n`).join('')
  t.equal(stdout, `${cards}${summary(results.map((result) => [result]))}`, 'all that is saved is printed')
  for (const result of results) {
    const { target, environment, generator, latency, load, backgroundCpu, requests, server } = result
    await t.test(target, async (t) => {
      const { schema, errors, timeouts, non2xx, statuses } = result
      t.strictSame({ schema, errors, timeouts, non2xx, statuses },
        { schema: 2, errors: 0, timeouts: 0, non2xx: 0, statuses: { 200: requests.total } })
      const { url, ...settings } = load
      t.strictSame(settings, { ...LOAD, warmup: target === 'slow' ? 0 : 1 })
      t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/seed\/v1$/)
      const { loadAverage } = environment
      t.strictSame(environment, { ...currentEnvironment(), loadAverage })
      t.ok(Number.isFinite(loadAverage) && requests.total > 0)
      t.equal(requests.perSecond.reduce((sum, n) => sum + n, 0), requests.total, 'the seconds add up')
      t.ok(latency.p50 <= latency.p99 && latency.p99 <= latency.max)
      t.ok(server.cpu > 0 && server.elu > 0 && server.heap > 0 && server.rss > server.heap && server.delayP99 >= 0)
      t.ok(generator.cpu > 0 && generator.elu > 0)
      t.equal(result.cpuPerRequest, server.cpuTime / requests.total)
      const sampled = server.cpuTime / 1e6 / server.cpu // s
      t.ok(sampled > 0.95 * result.took && sampled < 3 * result.took, `CPU time of ${sampled} s`)
      t.ok(backgroundCpu === null || backgroundCpu >= 0)
      const [crowd, ...more] = server.excessListeners
      t.equal(server.listeners, crowd?.listeners ?? null)
      t.strictSame(more, [])
      if (target !== 'slow') return t.equal(crowd, undefined, 'no event has more than ten listeners')
      t.strictSame([crowd.emitter, crowd.event], ['Server', 'after'])
      t.ok(crowd.listeners >= requests.total, `${crowd.listeners} listeners after ${requests.total} requests`)
      t.match(crowd.location, /^.*[\\/]slow[\\/]util\.js:\d+$/)
    })
  }
})

t.test('settings are variables and flags; a flag goes first; --record keeps the run in docs/results', async (t) => {
  const project = copyProject(t)
  const flags = ['--connections', '4', '--workers', '2', '--rate', '40', '--pipelining', '2']
  const { code } = await project.run(['bench.js', 'fast', ...flags],
    { CONNECTIONS: '7', DURATION: '1', WARMUP: '0', RECORD: '1' })
  t.equal(code, 0)
  t.strictSame(project.results(), [])
  const recorded = fs.readFileSync(path.join(project.folder, 'docs/results/bench-fast-rate-40.json'), 'utf8')
  const { target, load, requests, generator, bottleneck } = JSON.parse(recorded)
  t.equal(target, 'fast')
  const { url, ...settings } = load
  t.strictSame(settings, { connections: 4, workers: 2, rate: 40, pipelining: 2, duration: 1, warmup: 0 })
  t.ok(requests.average <= 80, 'the rate is held')
  t.equal(generator.elu, null)
  t.equal(bottleneck, 'neither')
})

t.test('RUNS measures the targets in turns, and records one series beside the one that the docs quote', async (t) => {
  const project = copyProject(t)
  const settings = { RUNS: '2', DURATION: '1', WARMUP: '0', CONNECTIONS: '2', RATE: '50', RECORD: '1' }
  const { code, stdout, stderr } = await project.run(['bench.js', 'baseline', 'fast'], settings)
  t.strictSame([code, stderr], [0, ''])
  t.strictSame(project.results(), [])
  const file = path.join('docs/results', 'bench-baseline-fast-rate-50-series.json')
  const { kind, settings: saved, targets } = JSON.parse(fs.readFileSync(path.join(project.folder, file)))
  const load = { connections: 2, duration: 1, warmup: 0, pipelining: 1, rate: 50, workers: 0 }
  t.strictSame([kind, saved], ['series', { runs: 2, ...load }])
  t.strictSame(targets.map(({ name, runs }) => [name, runs.map(({ target }) => target)]),
    [['baseline', ['baseline', 'baseline']], ['fast', ['fast', 'fast']]])
  t.equal(stdout, `${summary(targets.map(({ runs }) => runs))}saved       ${file}\n`)
})

t.test('load fires at a server that runs already', async (t) => {
  const project = copyProject(t)
  const { child, outcome } = project.start(['start.js', 'slow'], { PORT: '0' })
  const [text] = await once(child.stdout, 'data')
  const [url] = String(text).match(/http:\S+/)
  const { code, stdout } = await project.run(['load.js', '--url', url], { DURATION: '1', CONNECTIONS: '2' })
  t.equal(code, 0)
  const [name] = project.results()
  const result = readSaved(project, name)
  const { target, server, load } = result
  t.strictSame({ target, server, load },
    { target: 'url', server: null, load: { ...LOAD, url, connections: 2, warmup: 0 } })
  t.equal(stdout, printed(result, name))
  child.kill('SIGINT')
  await outcome
})
