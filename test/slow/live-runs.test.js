'use strict'

const fs = require('node:fs')
const t = require('tap')
const { startLive } = require('../helpers/live')
const { request } = require('../../scripts/lib/server/http-client')
const { copyProject } = require('../helpers/project')

t.test('--record runs the race without a page, and saves it for the docs', async (t) => {
  const project = copyProject(t)
  const { code, stdout } = await project.run(['live.js', '--record'])
  t.strictSame({ code, stdout }, { code: 0, stdout: '' })
  const race = JSON.parse(project.read('docs/results/live-race.json'))
  const { kind, settings, startedAt, events } = race
  const targets = ['slow', 'fast', 'optimized']
  t.strictSame({ kind, settings },
    { kind: 'live', settings: { targets, connections: 100, duration: 10 } })

  const root = `${fs.realpathSync(project.folder)}/`
  // No path of this machine gets into the docs.
  const loads = project.results().map((name) =>
    JSON.parse(project.read(`results/${name}`).replaceAll(root, '')))
  const results = events.filter(({ type }) => type === 'result').map(({ data }) => data.result)
  t.strictSame(results, loads)

  const { url } = await startLive(t, project)
  const { body } = await request(url, { path: '/earlier.json' })
  const minute = startedAt.slice(0, 16).replace('T', ' ')
  const name = `${targets.join(', ')}, ${minute}, recorded`
  t.strictSame(JSON.parse(body), [{ id: 'live-race.json', name }])
})
