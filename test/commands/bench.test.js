'use strict'

const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

const LISTENERS = {
  slow: (listeners, answered) => listeners >= answered,
  fast: (listeners) => listeners === 1,
  optimized: (listeners) => listeners === 0,
  baseline: (listeners) => listeners === 0
}

const readSaved = (project, name) => JSON.parse(fs.readFileSync(path.join(project.folder, 'results', name)))

t.test('bench loads every target, prints and saves what it measured', async (t) => {
  const project = copyProject(t)
  const { code, stdout, stderr } = await project.run(['bench.js'], { DURATION: '1', CONNECTIONS: '10' })
  t.equal(code, 0)
  t.equal(stderr, '', 'no progress bar where there is no terminal')
  t.notMatch(stdout, '\u001b', 'no colour either')

  const results = project.results().map((name) => readSaved(project, name))
  t.strictSame(results.map(({ target }) => target), ['slow', 'fast', 'optimized', 'baseline'])
  for (const result of results) {
    const { target, environment, generator, latency, load, requests, server } = result
    await t.test(target, async (t) => {
      t.match(result, { schema: 2, errors: 0, timeouts: 0, non2xx: 0, bottleneck: /^(server|generator|neither)$/ })
      t.match(load, { connections: 10, duration: 1, pipelining: 1, rate: 0, workers: 0 })
      t.equal(load.warmup, target === 'slow' ? 0 : 1)
      t.match(load.url, /^http:\/\/127\.0\.0\.1:\d+\/seed\/v1$/)
      t.match(environment, { node: process.version, cpu: { model: String, count: Number }, loadAverage: Number })
      t.ok(requests.total > 0)
      t.equal(requests.perSecond.reduce((sum, n) => sum + n, 0), requests.total, 'the seconds add up')
      t.ok(latency.p50 <= latency.p99 && latency.p99 <= latency.max)
      t.ok(server.cpu > 0 && server.elu > 0 && server.heap > 0 && server.rss > server.heap && server.delayP99 >= 0)
      t.ok(generator.cpu > 0 && generator.elu > 0)
      t.ok(LISTENERS[target](server.listeners, requests.total),
        `${server.listeners} listeners after ${requests.total} requests`)
    })
  }

  for (const words of ['Latency', 'Req/Sec', 'Bytes/Sec', 'p97.5', 'timeouts', 'non-2xx', 'after listeners',
    'bottleneck', 'the article, 2018', 'saved', 'speed-up', 'of the']) {
    t.match(stdout, words)
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
  t.match(load, { connections: 4, workers: 2, rate: 40, pipelining: 2, duration: 1, warmup: 0 })
  t.ok(requests.average <= 80, 'the rate is held')
  t.equal(generator.elu, null)
  t.equal(bottleneck, 'neither')
})

t.test('load fires at a server that runs already', async (t) => {
  const project = copyProject(t)
  const { child, outcome } = project.start(['start.js', 'slow'], { PORT: '0' })
  const [text] = await once(child.stdout, 'data')
  const [url] = String(text).match(/http:\S+/)
  const { code, stdout } = await project.run(['load.js', '--url', url], { DURATION: '1', CONNECTIONS: '2' })
  t.equal(code, 0)
  t.match(stdout, /^http:.*2 connections for 1 s/)
  const [name] = project.results()
  t.match(readSaved(project, name), { target: 'url', server: null, load: { url } })
  child.kill('SIGINT')
  await outcome
})
