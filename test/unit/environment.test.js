'use strict'

const os = require('node:os')
const t = require('tap')

t.test('the environment counts the CPUs that this process may use, not those of the machine', async (t) => {
  const { environment } = t.mockRequire('../../scripts/lib/system/environment', {
    'node:os': {
      ...os,
      availableParallelism: () => 1,
      cpus: () => [{ model: 'a CPU ' }, { model: 'another CPU ' }],
      loadavg: () => [0.25, 1, 2] // of 1, 5 and 15 minutes
    }
  })
  t.strictSame(environment(), {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: { model: 'a CPU', count: 1 },
    loadAverage: 0.25
  })
})
