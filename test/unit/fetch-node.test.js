'use strict'

const t = require('tap')
const { UsageError } = require('../../scripts/lib/cli/errors')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')

t.test('what is not a version of Node.js, or too old for this project, is rejected', async (t) => {
  for (const version of ['22.1.2.3', 'latest', '', 'v22', '22.', '../22']) {
    const error = await t.rejects(fetchNode(version))
    t.ok(error instanceof UsageError)
    t.equal(error.message, `"${version}" is not a version of Node.js: write 24 or 24.21.0`)
  }
  const { message } = await t.rejects(fetchNode('19.9'))
  t.equal(message, 'Node.js 19.9 is too old: the oldest supported version is 20')
})
