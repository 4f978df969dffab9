'use strict'

const t = require('tap')
const { UsageError } = require('../../scripts/lib/base/errors')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')

t.test('what is not a version of Node.js is rejected', async (t) => {
  for (const wanted of ['22.1.2.3', 'latest', '', 'v22', '22.', '../22']) {
    const error = await t.rejects(fetchNode(wanted))
    t.ok(error instanceof UsageError)
    t.equal(error.message, `"${wanted}" is not a version of Node.js: write 24 or 24.21.0`)
  }
})

t.test('versions before 20.19 are too old', async (t) => {
  for (const wanted of ['18', '20.18', '20.9.0', '20.18.3']) {
    const error = await t.rejects(fetchNode(wanted))
    t.ok(error instanceof UsageError)
    t.equal(error.message, `Node.js ${wanted} is too old: the oldest supported version is 20.19`)
  }
})
