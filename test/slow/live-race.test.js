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
  // no path of this machine gets into the docs
  t.strictSame(events.filter(({ type }) => type === 'result').map(({ data }) => data.result),
    JSON.parse(JSON.stringify(saved(project)).replaceAll(`${fs.realpathSync(project.folder)}/`, '')))
})
