'use strict'

const path = require('node:path')
const t = require('tap')
const { labServer, LABS } = require('../../../scripts/lib/measure/targets')
const { request } = require('../../../scripts/lib/system/http-client')
const { scriptTrial } = require('../../../scripts/lib/experiments/lab-trials')
const { startServer } = require('../../../scripts/lib/measure/server')
const { testLab } = require('../../helpers/lab')

testLab('event-loop', {
  tables: ['A timer of 100 ms', '/cheap for 1 connection', '/heavy alone, for 4 connections'],
  experiments: ['timer', 'cheap', 'heavy']
})

const heavy = (url) => request(url, { path: '/heavy' }).then((answer) => JSON.parse(answer.body))

async function start (t, name) {
  const server = await startServer(labServer('event-loop', name))
  t.teardown(() => server.stop())
  return server.url
}

for (const name of ['inline', 'partitioned', 'pool']) {
  t.test(`${name} counts the primes below a million, answers the cheap route, and has no others`, async (t) => {
    const url = await start(t, name)
    t.strictSame(await heavy(url), { primes: 78_498 })
    t.strictSame(await Promise.all([heavy(url), heavy(url)]), [{ primes: 78_498 }, { primes: 78_498 }], 'two at a time')
    const { status, body } = await request(url)
    t.equal(status, 200)
    t.strictSame(JSON.parse(body), { cheap: true })
    for (const path of ['/', '/heavy/', '/cheap/x', '/__proto__']) {
      t.equal((await request(url, { path })).status, 404, path)
    }
    t.equal((await request(url, { path: '/%zz' })).status, 400, 'a URL that cannot be decoded')
    t.equal((await request(url, { path: '/heavy', method: 'POST' })).status, 404, 'another method')
    t.equal((await request(url)).status, 200, 'the server still answers')
  })
}

for (const name of ['partitioned', 'pool']) {
  t.test(`${name} answers the cheap route again and again while it counts`, async (t) => {
    const url = await start(t, name)
    const counting = new Set(Array.from({ length: 4 }, () => heavy(url)))
    for (const answer of counting) answer.then(() => counting.delete(answer))
    let answers = 0
    while (counting.size === 4) {
      t.equal((await request(url)).status, 200)
      answers++
    }
    await Promise.all(counting)
    t.ok(answers > 10, `${answers} answers meanwhile`)
  })
}

t.test('the timer fires after the loop, and not before its 100 ms', async (t) => {
  const timer = { name: 'timer', file: path.join(LABS, 'event-loop/timer.js'), warmup: 0 }
  for (const env of [{ LOOP: '20' }, { ITERATIONS: '1000' }]) {
    const { iterations, loop, fired, late, elu, delay } = await scriptTrial()({ ...timer, env })
    t.ok(iterations > 0)
    t.ok(fired >= loop && fired >= 99, `fired after ${fired} ms, the loop took ${loop} ms`)
    t.equal(late, fired - Math.max(loop, 100))
    t.ok(elu > 0 && elu <= 100)
    t.type(delay, 'number')
  }
})
