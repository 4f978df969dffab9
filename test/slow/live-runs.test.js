'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { startLive } = require('../helpers/live')
const { copyProject } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const SETTINGS = { targets: ['shop'], connections: 10, duration: 13 }
const SINCE = { // s since the first request, of the warm-up
  block: 3,
  leave: 2 // two requests without an answer, which time out after 10 s
}
const SERVER = `
let first
let count = 0
let left = 0
let isBlocked
const price = require('prices')
require('node:http').createServer(function answer (req, res) {
  first ??= Date.now()
  const seconds = (Date.now() - first) / 1000
  if (seconds > ${SINCE.block} && !isBlocked) {
    isBlocked = true
    for (const end = Date.now() + 1500; Date.now() < end;);
  }
  if (seconds > ${SINCE.leave} && left++ < 2) return
  if (++count % 100 === 8) return req.socket.destroy()
  res.statusCode = count % 100 === 9 ? 503 : 200
  price()
  setTimeout(() => res.end(), 20)
}).listen(process.env.PORT, process.env.HOST)`

const PACKAGE = `
module.exports = function price () {
  for (const end = performance.now() + 0.2; performance.now() < end;);
}`

let live
let samples
let result
t.before(async () => {
  const project = copyProject(t, {
    'own/shop.js': SERVER,
    'own/node_modules/prices/index.js': PACKAGE
  })
  live = await startLive(t, project, ['--app', path.join(project.folder, 'own/shop.js')])
  fs.writeFileSync(path.join(project.folder, 'results'), 'no folder')
})

t.test('a run is sampled, and shown even if it cannot be saved', async (t) => {
  await live.post('/start', SETTINGS)
  const { events, until } = await live.follow()
  t.strictSame((await until('end')).data, { outcome: 'done' })
  const data = (wanted) => events.filter(({ type }) => type === wanted).map(({ data }) => data)
  samples = data('sample')
  const [{ result: measured, file }] = data('result')
  t.equal(file, null)
  result = measured
})

t.test('samples count answers and failures by their kinds, as the result does', async (t) => {
  const { answered, unavailable, timeouts, errors } = samples.at(-1)
  const ofLoad = { answered: result.requests.total, unavailable: result.statuses[503] }
  for (const [found, wanted] of [
    [answered, ofLoad.answered],
    [unavailable, ofLoad.unavailable],
    [errors, result.errors]
  ]) {
    t.ok(wanted > 0)
    t.ok(found > 0.9 * wanted && found <= wanted, `${found} of ${wanted}`)
  }
  t.strictSame([timeouts, result.timeouts], [2, 2])
})

t.test('a rate is that of the last four samples', async (t) => {
  for (const [i, { time, rate, answered }] of samples.entries()) {
    const before = samples[i - 4]
    if (!before) continue
    const expected = (answered - before.answered) / (time - before.time)
    t.ok(Math.abs(rate - expected) < 5, `${rate}, not ${expected}`)
  }
})

t.test('a server that is blocked has no readings', async (t) => {
  const readings = samples.map(({ probe }) => probe?.answered ?? '-')
  t.match(readings.join(' '), /( -){4}/)
})

t.test('a flame graph is of the server that is loaded, else of one that is started', async (t) => {
  const { events } = await live.follow()
  const trees = () => events.filter(({ type, data }) => type === 'flame' && data.tree)
  await live.post('/start', SETTINGS)
  const { until } = await live.follow()
  await until('sample')
  for (const expected of [1, 2]) {
    t.equal((await live.post('/flame', SETTINGS)).status, 200)
    t.ok(await waitUntil(() => trees().length === expected))
    await live.post('/stop', {})
  }
  const [{ data: { target, tree } }] = trees()
  t.equal(target, 'shop')
  const blocks = [tree]
  for (const { self, value, children } of blocks) {
    const called = children.reduce((sum, { value }) => sum + value, 0)
    t.ok(value >= self + called - 1, 'as wide as all that it calls')
    blocks.push(...children)
  }
  const named = blocks.map(({ name, owner }) => `${name} (${owner})`).join('\n')
  t.match(named, /^answer \S+shop\.js:7 \(own\)$/m)
  t.match(named, /^price prices \(package\)$/m)
  t.notMatch(named, /\(idle\)|server\/probe/)
})
