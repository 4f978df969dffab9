'use strict'

// The command live: a run, its results, and how all of it ends.

const path = require('node:path')
const t = require('tap')
const { readJson } = require('../../scripts/lib/load/saved-results')
const { request } = require('../../scripts/lib/server/http-client')
const { startLive } = require('../helpers/live')
const observed = require('../helpers/observed-stage')
const { copyProject, noSignals } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const SETTINGS = { targets: ['slow', 'fast'], connections: 10, duration: 1 }

const recorded = (startedAt) => JSON.stringify({
  schema: 2,
  kind: 'live',
  startedAt,
  environment: {},
  settings: { targets: ['slow'] },
  events: [{}]
})
const project = copyProject(t, {
  'docs/results/live-a.json': recorded('2026-01-02T03:04:05.678Z'),
  'docs/results/live-b.json': recorded('2026-01-01T03:04:05.678Z')
})
const EARLIER = [
  { id: 'live-a.json', name: 'slow, 2026-01-02 03:04, recorded' },
  { id: 'live-b.json', name: 'slow, 2026-01-01 03:04, recorded' }
]

let live
t.before(async () => { live = await startLive(t, project) })

t.test('a run is sent while it happens, saved, and can be read again', async (t) => {
  const read = (name) => readJson(path.join(project.folder, 'results', name))
  const get = async (path) => JSON.parse((await request(live.url, { path })).body)
  t.strictSame(await get('/earlier.json'), EARLIER)
  const { events, until } = await live.follow()
  const offered = ['slow', 'fast', 'optimized', 'exercise']
  const hello = { targets: offered, ticked: 'slow', duration: 10 }
  t.strictSame(await until('hello'), { type: 'hello', data: hello })

  t.equal((await live.post('/start', SETTINGS)).status, 200)
  t.strictSame((await until('end')).data, { outcome: 'done' })
  const types = events.map(({ type }) => type).filter((type) => type !== 'sample')
  t.strictSame(types, ['hello', 'start', 'target', 'result', 'target', 'result', 'end'])
  t.strictSame(events[1].data, SETTINGS)
  t.equal(events[3].type, 'sample')
  const late = await live.follow()
  await late.until('end')
  t.strictSame(late.events, events, 'a page that connects late gets the same events')

  const [id, ...loads] = project.results() // by their start
  t.match(id, /^[\dTZ-]+-live-slow-fast\.json$/)
  const sent = events.filter(({ type }) => type === 'result').map(({ data }) => data)
  t.strictSame(sent, loads.map((name) => ({ result: read(name), file: `results/${name}` })))

  const run = read(id)
  t.strictSame([run.kind, run.settings], ['live', SETTINGS])
  t.strictSame(run.events, events.slice(1, -1), 'all between hello and the end')
  const [date, time] = run.startedAt.split(/[TZ]|:[^:]*$/)
  const newest = { id, name: `slow, fast, ${date} ${time}` }
  t.strictSame(await get('/earlier.json'), [newest, ...EARLIER])
  t.strictSame(await get(`/earlier/${id}`), run)
})

t.test('a second start is refused; stop ends the first, unsaved, and no later one', async (t) => {
  const before = project.results()
  await live.post('/start', { ...SETTINGS, duration: 60 })
  t.strictSame(await live.post('/start', SETTINGS),
    { status: 400, message: 'a run is in progress already: stop it first, or wait for its end' })
  const first = await live.follow()
  t.equal((await live.post('/stop', {})).status, 200)
  const start = await live.post('/start', { ...SETTINGS, targets: ['slow'] })
  t.equal(start.status, 200, 'the first has ended')
  t.strictSame((await first.until('end')).data, { outcome: 'stopped' })
  const next = await live.follow()
  t.strictSame((await next.until('end')).data, { outcome: 'done' })
  t.equal(project.results().length, before.length + 2)
  t.equal((await live.post('/stop', {})).status, 200, 'nothing to stop is no mistake')
  const { status, message } = await live.post('/start', { ...SETTINGS, targets: ['exercise'] })
  t.equal(status, 400)
  t.match(message, /^there is no .*exercise.index\.js: run make exercise first$/)
})

t.test('Ctrl-C ends all, a blocked server, too', { skip: noSignals }, async (t) => {
  const stage = observed.observedStage('slow', { onRequest: observed.BLOCK })
  const project = copyProject(t, { ...stage, ...observed.patientServer() })
  const live = await startLive(t, project)
  t.teardown(() => live.child.kill('SIGKILL')) // where this test is red
  const pages = [await live.follow(), await live.follow()]
  await live.post('/start', { ...SETTINGS, duration: 60 })
  await observed.untilRequested(project)
  live.child.kill('SIGINT')
  t.ok(await waitUntil(() => live.child.exitCode !== null))
  t.equal(live.child.exitCode, 0, 'Ctrl-C is the way out')
  for (const { closed } of pages) await closed
  t.notOk(observed.isRunning(observed.pidOf(project)), 'the server has ended')
  t.strictSame(project.results(), [])
})
