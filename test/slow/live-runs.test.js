'use strict'

// Runs of the live page: one after another, without a reader, of servers that fail.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readResult } = require('../../scripts/lib/measure/results')
const { startLive } = require('../helpers/live')
const { copyProject, ROOT } = require('../helpers/project')

const SETTINGS = { targets: ['slow'], connections: 10, duration: 1 }
const slow = fs.readFileSync(path.join(ROOT, 'slow/index.js'), 'utf8')
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

t.test('a reader that connects late, again or second gets the same events', async (t) => {
  const live = await startLive(t, copyProject(t))
  const first = await live.follow()
  await live.post('/start', SETTINGS)
  await first.until('sample')
  first.close()
  const lastId = first.events.at(-1).id
  const late = await live.follow()
  const back = await live.follow({ 'Last-Event-ID': lastId })
  await Promise.all([late.until('end'), back.until('end')])
  t.strictSame(types(late.events).slice(0, 4), ['hello', 'start', 'target', 'sample'])
  const at = late.events.findIndex(({ id }) => id === lastId)
  t.ok(at > 0)
  t.strictSame(back.events.slice(1), late.events.slice(at + 1), 'only what was missed')
  const stranger = await live.follow({ 'Last-Event-ID': 'ofanotherprocess-7' })
  await stranger.until('end')
  t.strictSame(stranger.events, late.events)
})

t.test('without a reader the run ends by itself', async (t) => {
  const project = copyProject(t)
  const live = await startLive(t, project)
  const page = await live.follow()
  await live.post('/start', SETTINGS)
  await page.until('target')
  page.close()
  await (await live.follow()).until('end')
  t.strictSame(saved(project).map(({ target }) => target), ['slow'])
})

t.test('a server that dies shows its last output', async (t) => {
  const dying = "let n = 0; server.on('after', () => { if (++n === 50) throw new Error('had enough') })"
  const project = copyProject(t, { 'slow/index.js': `${slow}\n${dying}` })
  const live = await startLive(t, project)
  const { until } = await live.follow()
  await live.post('/start', { ...SETTINGS, duration: 5 })
  const { outcome, message } = (await until('end')).data
  t.equal(outcome, 'failed')
  t.match(message, /^slow died \(exit code \d+; .*index\.js\)\. Its last output:\n[^]*\nError: had enough\n/)
  t.strictSame(project.results(), [])
})

t.test('a server that answers nothing is a failed run, and nothing is saved', async (t) => {
  const silent = `const server = module.exports = require('node:http').createServer(() => {})
  server.listen(process.env.PORT, () => {
    console.log('slow listening on http://127.0.0.1:' + server.address().port + '/seed/v1')
  })`
  const project = copyProject(t, { 'slow/index.js': silent })
  const live = await startLive(t, project)
  const { until } = await live.follow()
  await live.post('/start', SETTINGS)
  t.strictSame((await until('end')).data, {
    outcome: 'failed',
    message: 'slow answered none of 10 requests in 1 s (0 timeouts, 0 other errors): ' +
      'send it one request with curl; if that is answered, raise DURATION'
  })
  t.strictSame(project.results(), [])
})
