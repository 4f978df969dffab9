'use strict'

const t = require('tap')
const { runProcess } = require('../../scripts/lib/system/process')
const { ensureOpenFiles } = require('../../scripts/lib/system/open-files')
const { withRepositoryCopy } = require('./check')
const { FAULTS, problems, run } = require('./checks/faults')
require('../helpers/without-tap-loader')

const { signal } = new AbortController()
const skip = process.platform === 'win32' && 'Windows has no sh and no ulimit'

for (const name of Object.keys(FAULTS)) {
  t.test(name, { skip, timeout: 120_000 }, async (t) => {
    const found = await run({ operands: [name] }, { signal })
    const [{ holds, skipped }] = found.faults
    if (skipped) return t.skip(skipped)
    t.strictSame(problems(found), [])
    t.ok(holds > 1)
  })
}

t.test('the project may lie in a path with spaces', { skip, timeout: 120_000 }, async (t) => {
  await withRepositoryCopy(signal, async (project) => {
    for (const fault of ['the clock is set back by an hour', 'the disk is full']) {
      const command = [process.execPath, 'test/reliability/run.js', 'faults', fault]
      const env = { ...process.env, TMPDIR: project }
      const { code, stderr } = await runProcess(command, { cwd: project, env, mayFail: true })
      t.strictSame({ stderr, code }, { stderr: '', code: 0 })
    }
  }, 'keeping node fast ')
})

t.test('expectations that fail are problems', async (t) => {
  const faults = [{ fault: 'a flood', fails: ['it floats', 'it steers'] }, { fault: 'a fire', fails: [] }]
  t.strictSame(problems({ faults }), ['a flood: not so: it floats', 'a flood: not so: it steers'])
})

t.test('more connections than files may be open', async (t) => {
  t.equal(t.throws(() => ensureOpenFiles(193, 256)).message,
    '193 connections are more than 256 open files allow: take 192 at most, or allow more with ulimit -n 833')
  for (const limit of [256, 'unlimited', undefined]) t.doesNotThrow(() => ensureOpenFiles(192, limit))
})
