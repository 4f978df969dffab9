'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { startLive } = require('../helpers/live')
const { copyProject } = require('../helpers/project')

const types = (events) => events.map(({ type }) => type)
const saved = (project) => project.results()
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
