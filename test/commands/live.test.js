'use strict'

// The command live: a run, its results, and how all of it ends.

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { request } = require('../../scripts/lib/server/http-client')
const { startLive } = require('../helpers/live')
const { processesIn } = require('../helpers/own-server')
const { copyProject, noSignals } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const SETTINGS = { targets: ['shop', 'exercise'], connections: 10, duration: 1 }
const SERVER = `require('node:http').createServer((req, res) => {
  res.statusCode = req.method + req.url === 'PUT/cart' ? 200 : 400
  setTimeout(() => res.end(), 20) // leaves other tests a core
}).listen(process.env.PORT, process.env.HOST)`
const DYING = `require('node:http').createServer((req, res) => {
  if (!require('node:fs').existsSync('dying')) return setTimeout(() => res.end(), 20)
  for (const end = Date.now() + 600; Date.now() < end;); // while the probe is asked
  process.exit(3)
}).listen(process.env.PORT, process.env.HOST)`

const recorded = (startedAt, rest) =>
  JSON.stringify({ schema: 2, kind: 'live', startedAt, settings: { targets: ['slow'] }, ...rest })
const project = copyProject(t, {
  'docs/results/live-a.json': recorded('2026-01-02T03:04:05.678Z'),
  'docs/results/live-b.json': recorded('2026-01-01T03:04:05.678Z'),
  'docs/results/live-c.json': recorded('2026-01-01T03:04:05.678Z', { kind: 'load' }),
  'docs/results/live-d.json': recorded('2026-01-01T03:04:05.678Z', { schema: 1 }),
  'docs/results/live-e.json': '{"schema":',
  'docs/labs/own/servers/shop.js': SERVER,
  'exercise/index.js': DYING
})
const EARLIER = [
  { id: 'live-a.json', name: '2026-01-02 03:04 UTC: slow, recorded' },
  { id: 'live-b.json', name: '2026-01-01 03:04 UTC: slow, recorded' }
]

let live
t.before(async () => {
  const app = path.join(project.folder, 'docs/labs/own/servers/shop.js')
  const request = ['--urlpath=/cart', '--method=put']
  live = await startLive(t, project, ['--app', app, '--duration=7', ...request])
})

t.test('a run is sent while it happens, saved, and can be read again', async (t) => {
  const read = (name) => JSON.parse(project.read(`results/${name}`))
  const get = async (path) => JSON.parse((await request(live.url, { path })).body)
  t.strictSame(await get('/earlier.json'), EARLIER)
  const { events, until } = await live.follow()
  const targets = ['slow', 'fast', 'optimized', 'exercise', 'shop']
  const hello = { targets, ticked: 'shop', duration: 7 }
  t.strictSame(await until('hello'), { type: 'hello', data: hello })

  t.equal((await live.post('/start', SETTINGS)).status, 200)
  t.strictSame((await until('end')).data, { outcome: 'done' })
  const types = events.map(({ type }) => type).filter((type) => type !== 'sample')
  t.strictSame(types, ['hello', 'start', 'target', 'result', 'target', 'result', 'end'])
  t.strictSame(events[1].data, SETTINGS)
  t.equal(events[3].type, 'sample')
  const results = events.filter(({ type }) => type === 'result').map(({ data }) => data)
  t.strictSame(Object.keys(results[0].result.statuses), ['200'], 'its own server gets its request')

  const [id, ...loads] = project.results() // by their start
  t.match(id, /^[\dTZ-]+-live-shop-exercise\.json$/)
  const saved = loads.map((name) => ({ result: read(name), file: `results/${name}` }))
  t.strictSame(results, saved)

  const run = read(id)
  t.strictSame([run.kind, run.settings], ['live', SETTINGS])
  t.strictSame(run.events, events.slice(1, -1), 'all between hello and the end')
  const [date, time] = run.startedAt.split(/[TZ]|:[^:]*$/)
  const newest = { id, name: `${date} ${time} UTC: shop, exercise` }
  t.strictSame(await get('/earlier.json'), [newest, ...EARLIER])
  t.strictSame(await get(`/earlier/${id}`), run)
})

t.test('a flame graph that the end of a run cuts off is refused: nothing has died', async (t) => {
  await live.post('/start', { ...SETTINGS, targets: ['shop'], duration: 2 })
  const { until } = await live.follow()
  await until('sample')
  const { status, message } = await live.post('/flame', SETTINGS)
  t.equal(status, 400)
  t.match(message, /^shop was stopped at the end of its load/)
  t.strictSame((await until('end')).data, { outcome: 'done' })
})

t.test('a race lets nothing else start, and stop ends it, unsaved', async (t) => {
  const before = project.results()
  await live.post('/start', { ...SETTINGS, duration: 60 })
  const first = await live.follow()
  await first.until('sample')
  t.equal((await live.post('/start', SETTINGS)).status, 400)
  t.equal((await live.post('/flame', SETTINGS)).status, 400)
  t.equal((await live.post('/stop', {})).status, 200)
  t.equal((await live.post('/start', { ...SETTINGS, targets: ['shop'] })).status, 200)
  t.strictSame((await first.until('end')).data, { outcome: 'stopped' })
  const next = await live.follow()
  t.strictSame((await next.until('end')).data, { outcome: 'done' })
  t.equal(project.results().length, before.length + 2, 'a load and a run')
  const late = await live.follow()
  await late.until('end')
  t.strictSame(late.events, next.events, 'a page that connects late gets the same run')
})

t.test('a server that dies is said once, and another can be run', async (t) => {
  fs.writeFileSync(path.join(project.folder, 'exercise/dying'), '')
  await live.post('/start', { ...SETTINGS, targets: ['exercise'] })
  const { events, until } = await live.follow()
  const { outcome, message } = (await until('end')).data
  t.equal(outcome, 'failed')
  t.match(message, /^exercise died \(exit code 3; /)
  await sleep(600)
  t.equal(events.at(-1).type, 'end', 'its samples are over')
  t.equal((await live.post('/start', { ...SETTINGS, targets: ['shop'] })).status, 200)
  t.equal((await live.post('/stop', {})).status, 200)
})

t.test('Ctrl-C ends all', { skip: noSignals }, async (t) => {
  const before = project.results()
  await live.post('/start', { ...SETTINGS, targets: ['shop'], duration: 60 })
  const pages = [await live.follow(), await live.follow()]
  await pages[0].until('sample')
  live.child.kill('SIGINT')
  if (!t.ok(await waitUntil(() => live.child.exitCode !== null))) live.child.kill('SIGKILL')
  t.equal(live.child.exitCode, 0, 'Ctrl-C is the way out')
  for (const { closed } of pages) await closed
  t.ok(await waitUntil(() => !processesIn(project.folder).length), 'nothing is left running')
  t.strictSame(project.results(), before)
})
