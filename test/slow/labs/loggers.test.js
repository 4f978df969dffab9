'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { labServer, LABS } = require('../../../scripts/lib/measure/targets')
const { findLab } = require('../../../scripts/lib/experiments/labs')
const { request } = require('../../../scripts/lib/system/http-client')
const { startServer } = require('../../../scripts/lib/measure/server')
const { testLab } = require('../../helpers/lab')

const REQUESTS = 300

testLab('loggers', { tables: ['A Fastify handler that logs a line', 'lines lost'], experiments: ['loggers'] })

for (const name of ['pino-sync', 'pino-transport', 'console', 'bunyan', 'winston']) {
  t.test(`${name} loses no line`, async (t) => {
    const file = path.join(t.testdir(), 'log')
    const server = await startServer(labServer('loggers', name, { env: { LOG_FILE: file } }))
    t.teardown(() => server.stop())
    const answers = await Promise.all(Array.from({ length: REQUESTS }, () => request(server.url)))
    t.ok(answers.every(({ status, body }) => status === 200 && String(body) === 'ok'))
    const flushed = await request(server.url, { path: '/flush' })
    t.strictSame(JSON.parse(flushed.body), { handled: REQUESTS })

    const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line))
    const ids = lines.map(({ id }) => id).sort((a, b) => a - b)
    t.strictSame(ids, Array.from({ length: REQUESTS }, (_, i) => i + 1), 'each request has one line')
    t.equal((await request(server.url, { path: '/none' })).status, 404)
  })
}

t.test('lines that are lost are counted', async (t) => {
  const SERVER = path.join(LABS, 'loggers/log-server.js')
  const code = `
    const lines = []
    const log = (line) => line.id % 10 && lines.push(JSON.stringify(line))
    const flush = async () => require('node:fs').writeFileSync(process.env.LOG_FILE, lines.join('\\n'))
    require(${JSON.stringify(SERVER)})('forgetful', log, flush)`
  const file = path.join(t.testdir({ 'index.js': code }), 'index.js')
  const [{ trial }] = findLab('loggers').experiments({ duration: 1 })
  const { lost, rate } = await trial({ name: 'loggers/forgetful', file, warmup: 0 })
  t.ok(lost > 0.05 * rate && lost < 0.2 * rate, `${lost} of about ${rate}`)
})

t.test('none logs nothing', async (t) => {
  const server = await startServer(labServer('loggers', 'none'))
  t.teardown(() => server.stop())
  t.equal(String((await request(server.url)).body), 'ok')
})
