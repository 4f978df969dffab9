'use strict'

const t = require('tap')
const { UsageError } = require('../../scripts/lib/base/errors')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')

const TOO_OLD = 'is too old: the oldest supported version is 20.19'
const NONE = 'is not a version of Node.js: write 24 or 24.21.0'

t.test('what is not a version of Node.js, or too old for this project, is rejected', async (t) => {
  const cases = {
    [NONE]: ['22.1.2.3', 'latest', '', 'v22', '22.', '../22'],
    [TOO_OLD]: ['18', '20.18', '20.9.0', '20.18.3']
  }
  for (const [problem, versions] of Object.entries(cases)) {
    for (const version of versions) {
      const error = await t.rejects(fetchNode(version))
      t.ok(error instanceof UsageError)
      const subject = problem === NONE ? `"${version}"` : `Node.js ${version}`
      t.equal(error.message, `${subject} ${problem}`)
    }
  }
})
