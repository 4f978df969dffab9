'use strict'

// How much memory is left, by files that are made up.

const t = require('tap')
const { readMemoryLeft } = require('../holders/memory')

t.test('the smallest of the limits of a control group and those above it', async (t) => {
  const small = { 'memory.max': '1000\n', 'memory.current': '700\n' }
  const open = { 'memory.max': 'max\n', 'memory.current': '700\n' }
  const first = { 'memory.limit_in_bytes': '2000\n', 'memory.usage_in_bytes': '500\n' }
  const full = { ...small, 'memory.current': '1100' }
  const cached = { ...small, 'memory.stat': 'anon 1\ninactive_file 200\nactive_file 9\n' }
  let folders = 0
  for (const [left, row, groups] of [
    [300, '0::/pod', { pod: small }],
    [300, '0::/pod/app', { pod: { ...small, app: open } }],
    [300, '0::/', small], // as a container sees its own
    [500, '0::/', cached],
    [0, '0::/', full],
    [1500, '3:cpu:/a\n4:blkio,memory:/pod', { memory: { pod: first } }],
    [1500, '4:memory:/seen/from/outside', { memory: first }]
  ]) {
    const folder = `${++folders}`
    const proc = { self: { cgroup: `${row}\n` } }
    const root = `${t.testdir({ [folder]: { proc, groups } })}/${folder}`
    t.equal(readMemoryLeft(require, `${root}/proc`, `${root}/groups`), left, row)
  }
})

t.test('without a limit, what the machine has free', async (t) => {
  const modules = { 'node:os': { freemem: () => 7e9 } }
  const left = readMemoryLeft((name) => modules[name] ?? require(name), t.testdir({}), '/nowhere')
  t.equal(left, 7e9)
})
