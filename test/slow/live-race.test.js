'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readResult } = require('../../scripts/lib/results/store')
const { startLive } = require('../helpers/live')
const { copyProject } = require('../helpers/project')

const types = (events) => events.map(({ type }) => type)
const saved = (project) => project.results().filter((name) => !name.includes('-live-'))
  .map((name) => JSON.parse(fs.readFileSync(path.join(project.folder, 'results', name))))

t.test('a race runs one after another', async (t) => {
  const project = copyProject(t)
  const live = await startLive(t, project)
  const { events, until } = await live.follow()
  await live.post('/start', { targets: ['slow', 'optimized'], connections: 10, duration: 1 })
  t.strictSame((await until('end')).data, { outcome: 'done' })
  t.strictSame(types(events).filter((type) => type !== 'sample'),
    ['hello', 'start', 'target', 'result', 'target', 'result', 'end'])
  t.strictSame(saved(project).map(({ target }) => target), ['slow', 'optimized'])
})

t.test('RECORD=1 runs the race of the stages and saves it for the docs, without a page', async (t) => {
  const project = copyProject(t)
  const { code, stdout } = await project.run(['live.js'], { RECORD: '1' })
  t.strictSame({ code, stdout }, { code: 0, stdout: '' })
  const { kind, settings, events } = readResult(path.join(project.folder, 'docs/results/live-race.json'))
  t.strictSame({ kind, settings },
    { kind: 'live', settings: { targets: ['slow', 'fast', 'optimized'], connections: 100, duration: 10 } })
  t.strictSame(events.filter(({ type }) => type === 'result').map(({ data }) => data.result), saved(project))
})

t.test('a site gets the page with the recorded race, or nothing where none is recorded', async (t) => {
  const project = copyProject(t)
  const recorded = path.join(project.folder, 'docs/results/live-race.json')
  fs.rmSync(recorded, { force: true })
  const site = path.join(project.folder, 'site')
  const { writeReplay } = require(path.join(project.folder, 'scripts/lib/live/replay-site'))
  t.equal(writeReplay(site), false)
  t.equal(fs.existsSync(site), false)

  const live = await startLive(t, project)
  const { until } = await live.follow()
  await live.post('/start', { targets: ['fast', 'optimized'], connections: 10, duration: 1 })
  await until('end')
  const [name] = project.results().filter((name) => name.includes('-live-'))
  fs.copyFileSync(path.join(project.folder, 'results', name), recorded)
  t.equal(writeReplay(site), true)
  t.strictSame(readResult(path.join(site, 'earlier/live-race.json')), readResult(recorded))
  t.strictSame(readResult(path.join(site, 'earlier.json')).map(({ id, recorded }) => ({ id, recorded })),
    [{ id: 'live-race.json', recorded: true }])
  t.match(fs.readFileSync(path.join(site, 'index.html'), 'utf8'), /^<!doctype html>\n<html data-no-server lang="en">\n/)
  for (const file of ['live.js', 'style.css', 'uplot/uPlot.esm.js', 'uplot/uPlot.min.css']) {
    t.ok(fs.existsSync(path.join(site, file)), file)
  }
})
