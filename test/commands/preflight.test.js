'use strict'

const { once } = require('node:events')
const net = require('node:net')
const t = require('tap')
const { preflightChecks } = require('../../scripts/lib/preflight/checks')
const { standInMachine } = require('../helpers/machine')
const { copyProject } = require('../helpers/project')

const find = (name, checks = preflightChecks) => checks.find((check) => check.name === name)

t.test('with warnings the machine is ready, after a failure it is not', async (t) => {
  const checks = `exports.preflightChecks = [
    { name: 'a', check: () => ({ ok: true, value: 'good' }) },
    {
      name: 'b',
      optional: Boolean(process.env.OPTIONAL),
      remedy: 'fix it',
      check: () => ({ ok: false, value: 'bad' })
    }
  ]`
  const project = copyProject(t, { 'scripts/lib/preflight/checks.js': checks })
  const bad = 'b                    bad\n  fix it\n'
  const failure = [3, `✗ ${bad}`, 'preflight: not ready\n']
  for (const [OPTIONAL, flags, [code, stdout, stderr]] of [
    ['1', [], [0, `! ${bad}\nReady, with 1 warning.\n`, '']],
    ['1', ['--strict'], failure],
    ['', [], failure]
  ]) {
    t.strictSame(await project.run(['preflight.js', ...flags], { OPTIONAL }),
      { code, signal: null, stdout: `✓ a                    good\n${stdout}`, stderr })
  }
})

t.test('programs that use more than a fifth of a core are noticed', async (t) => {
  const machine = standInMachine(t)
  for (const [ms, value] of [[100, '20 % of a core'], [150, '30 % of a core']]) {
    const checking = find('other programs').check()
    machine.now += 1000
    machine.times.user += ms // on either CPU
    t.strictSame(await checking, { ok: ms === 100, value })
  }
})

t.test('a bench that the generator limits is a lower bound; errors are noticed', async (t) => {
  for (const [bottleneck, errors, value] of [
    ['generator', 0, '≥ 9 req/s, 0 errors'],
    ['server', 3, '9 req/s, 3 errors']
  ]) {
    const measure = async () => ({ bottleneck, requests: { average: 9 }, errors })
    const { preflightChecks } = t.mockRequire('../../scripts/lib/preflight/checks', {
      '../../scripts/lib/load/measure': { measure }
    })
    const { check } = find('a bench of 2 s', preflightChecks)
    t.strictSame(await check(), { ok: errors === 0, value })
  }
})

t.test('a port that is taken is noticed, and is free afterwards', async (t) => {
  const server = net.createServer().listen(4000, '127.0.0.1')
  const isOurs = await once(server, 'listening').then(() => true, () => false)
  t.strictSame(await find('port 4000').check(), { ok: false, value: 'taken' })
  if (!isOurs) return
  server.close()
  await once(server, 'close')
  t.strictSame(await find('port 4000').check(), { ok: true, value: 'free' })
})
