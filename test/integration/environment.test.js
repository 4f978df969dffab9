'use strict'

const os = require('node:os')
const t = require('tap')

t.test('the environment counts the CPUs that this process may use, not those of the machine', async (t) => {
  const { environment } = t.mockRequire('../../scripts/lib/system/environment', {
    'node:os': { ...os, availableParallelism: () => 1, cpus: () => [{ model: 'a CPU ' }, { model: 'a CPU ' }] }
  })
  t.match(environment(), { node: process.version, cpu: { model: 'a CPU', count: 1 }, loadAverage: Number })
})
