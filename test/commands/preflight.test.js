'use strict'

const { once } = require('node:events')
const net = require('node:net')
const os = require('node:os')
const t = require('tap')
const { preflightChecks } = require('../../scripts/lib/workshop/preflight')
const { copyProject } = require('../helpers/project')

t.test('Doctor, a browser, cores and ports are optional', async (t) => {
  const optional = preflightChecks.filter(({ optional }) => optional).map(({ name }) => name)
  t.strictSame(optional, ['cores', 'port 3000', 'port 4000', 'Chromium or Chrome', 'Clinic Doctor'])
})

t.test('only the verdict "event-loop" passes, without being shown, and figures are those of the bench', async (t) => {
  let verdict = 'event-loop'
  let load = { requests: { total: 2000, average: 1000 }, errors: 0 }
  const { preflightChecks } = t.mockRequire('../../scripts/lib/workshop/preflight', {
    '../../scripts/lib/measure/measure': { measure: async () => load },
    '../../scripts/lib/profiling/profilers': { doctor: { profile: async () => ({ verdict }) } }
  })
  const [bench, doctor] = preflightChecks.slice(-2)
  t.strictSame(await doctor.check(), { ok: true, value: 'works' })
  verdict = 'unknown'
  t.strictSame(await doctor.check(), { ok: false, value: 'unknown' })
  verdict = undefined
  t.strictSame(await doctor.check(), { ok: false, value: 'no verdict' })
  t.strictSame(await bench.check(), { ok: true, value: '1,000 req/s, 0 errors' })
  load = { requests: { total: 2000, average: 1000 }, errors: 3 }
  t.strictSame(await bench.check(), { ok: false, value: '1,000 req/s, 3 errors' })
  load = { requests: { total: 0, average: 0 }, errors: 0 }
  t.strictSame(await bench.check(), { ok: false, value: '0 req/s, 0 errors' })
})

t.test('two cores and 2 GB of memory are enough, and less is not', async (t) => {
  const machine = { cores: 2, memory: 2e9 }
  t.intercept(os, 'availableParallelism', { value: () => machine.cores })
  t.intercept(os, 'totalmem', { value: () => machine.memory })
  const check = (name) => preflightChecks.find((check) => check.name === name).check()
  t.strictSame(await check('cores'), { ok: true, value: '2' })
  t.strictSame(await check('memory'), { ok: true, value: '2 GB' })
  Object.assign(machine, { cores: 1, memory: 1.9e9 })
  t.strictSame(await check('cores'), { ok: false, value: '1' })
  t.strictSame(await check('memory'), { ok: false, value: '1.9 GB' })
})

t.test('with warnings the machine is ready, after a failure it is not', async (t) => {
  const cases = [
    ['optional: true, ', 0, '! b                    bad\n  fix it\n\nReady, with 1 warning.\n', ''],
    ['', 3, '✗ b                    bad\n  fix it\n', 'preflight: not ready: 1 of 2 checks failed\n']
  ]
  for (const [optional, code, stdout, stderr] of cases) {
    const checks = `[
      { name: 'a', check: async () => ({ ok: true, value: 'good' }) },
      { name: 'b', ${optional}remedy: 'fix it', check: async () => ({ ok: false, value: 'bad' }) }
    ]`
    const project = copyProject(t,
      { 'scripts/lib/workshop/preflight.js': `module.exports = { preflightChecks: ${checks} }` })
    t.strictSame(await project.run(['preflight.js']),
      { code, signal: null, stdout: `✓ a                    good\n${stdout}`, stderr })
  }
})

t.test('a port that is taken is noticed, and is free afterwards', async (t) => {
  const port = preflightChecks.find(({ name }) => name === 'port 4000')
  const { signal } = new AbortController()
  const server = net.createServer().listen(4000, '127.0.0.1')
  const [taken] = await Promise.race([once(server, 'listening').then(() => [true]), once(server, 'error')])
  t.strictSame(await port.check(signal), { ok: false, value: 'taken' })
  if (taken !== true) return // somebody else has it
  server.close()
  await once(server, 'close')
  t.strictSame(await port.check(signal), { ok: true, value: 'free' })
})
