'use strict'

const t = require('tap')

t.test('a result begins with the version of its shape, what was measured, when and where', async (t) => {
  const { resultHeader } = t.mockRequire('../../scripts/lib/measure/result-header', {
    '../../scripts/lib/system/environment': { environment: () => 'this machine' }
  })
  const before = Date.now()
  const { startedAt, ...header } = resultHeader({ kind: 'growth', stage: 'slow' })
  t.strictSame(header, { schema: 2, kind: 'growth', stage: 'slow', environment: 'this machine' })
  t.equal(new Date(startedAt).toISOString(), startedAt)
  t.ok(before <= Date.parse(startedAt) && Date.parse(startedAt) <= Date.now(), startedAt)
})
