'use strict'

const t = require('tap')
const { ensureOpenFiles } = require('../../scripts/lib/system/open-files')
const { FAULTS, faults, problems } = require('./faults')
require('../helpers/without-tap-loader')

const { signal } = new AbortController()
const noShell = process.platform === 'win32' && 'Windows has no sh and no ulimit'

for (const name of Object.keys(FAULTS)) {
  t.test(name, { skip: noShell, timeout: 120_000 }, async (t) => {
    const found = await faults(name, { signal })
    const [{ holds, skipped }] = found.faults
    if (skipped) return t.skip(skipped)
    t.strictSame(problems(found), [])
    t.ok(holds > 1)
  })
}

t.test('what does not hold is said', async (t) => {
  t.strictSame(problems({ faults: [{ fault: 'a flood', holds: 1, fails: ['it floats', 'it steers'] }, { fault: 'a fire', holds: 2, fails: [] }] }),
    ['a flood, and it is not so: it floats', 'a flood, and it is not so: it steers'])
})

t.test('more connections than files may be open', async (t) => {
  t.throws(() => ensureOpenFiles(193, 256), { message: '193 connections are more than 256 open files allow: take 192 at most, or allow more with ulimit -n 833' })
  for (const limit of [256, 'unlimited', undefined]) t.doesNotThrow(() => ensureOpenFiles(192, limit))
})
