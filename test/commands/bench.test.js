'use strict'

const path = require('node:path')
const { stripVTControlCharacters: plain } = require('node:util')
const t = require('tap')
const { resultCard, summaryTable, CPU_NOTE } = require('../../scripts/lib/show/results')
const { terminalTable } = require('../../scripts/lib/show/table')
const { copyProject } = require('../helpers/project')

t.jobs = 2 // half of the time they wait

t.intercept(process.stdout, 'columns', { value: undefined }) // no terminal

/** What bench prints of one run. */
const card = (result, file) => plain(`${resultCard(result)}\nsaved       ${file}\n\n`)

/** What bench prints of several targets. */
const summary = (series) => plain(`${terminalTable(summaryTable(series))}\n${CPU_NOTE}\n`)

t.test('bench loads every target, prints and saves what it measured', async (t) => {
  const project = copyProject(t)
  const args = ['bench.js', '--duration=1', '--connections=10', '--rate=100']
  const { code, stdout, stderr } = await project.run(args)
  t.strictSame([code, stderr], [0, ''], 'no progress bar where there is no terminal')

  const files = project.results().map((name) => path.join('results', name))
  const results = files.map((file) => JSON.parse(project.read(file)))
  t.strictSame(results.map(({ target }) => target), ['slow', 'fast', 'optimized', 'baseline'])
  const cards = results.map((result, i) => card(result, files[i]))
  t.equal(stdout, cards.join('') + summary(results.map((result) => [result])))
  t.notMatch(stdout, /listener/, 'the reader is to find them')
  for (const { target, load, requests, server } of results) {
    const { url, ...settings } = load
    t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/seed\/v1$/)
    const warmup = target === 'slow' ? 0 : 1
    t.strictSame(settings, { warmup, connections: 10, duration: 1, rate: 100 })
    const [excess] = server.excessListeners
    t.equal(server.listeners, excess?.listeners ?? null)
    t.equal(excess?.event, target === 'slow' ? 'after' : undefined)
    if (!excess) continue
    t.equal(excess.emitter, 'Server')
    t.ok(excess.listeners >= requests.total, 'a listener of each request')
    t.match(excess.location, /^.*[\\/]slow[\\/]util\.js:\d+$/)
  }
})

t.test('a rate is held; a recorded run is saved for the docs', async (t) => {
  const project = copyProject(t)
  const flags = '--connections 4 --rate 40 --duration 1 --warmup 0 --record'.split(' ')
  const { code, stdout } = await project.run(['bench.js', 'fast', ...flags])
  t.equal(code, 0)
  t.strictSame(project.results(), [])
  const file = path.join('docs/results', 'bench-fast-rate-40.json')
  const result = JSON.parse(project.read(file))
  const [byHand, printed] = stdout.split('/seed/v1\n\n')
  t.match(byHand, /^by hand, in two terminals:\n.*\n {2}npx autocannon -c 4 -d 1 -R 40 /)
  t.equal(printed, card(result, file))
  const { url, ...settings } = result.load
  t.strictSame(settings, { warmup: 0, connections: 4, duration: 1, rate: 40 })
  t.ok(result.requests.average <= 80)
})
