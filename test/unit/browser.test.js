'use strict'

const t = require('tap')
const { browserArguments } = require('../../scripts/lib/system/browser')

t.test('only root runs the browser without its sandbox', async (t) => {
  t.ok(browserArguments(0).includes('--no-sandbox'))
  t.notOk(browserArguments(1000).includes('--no-sandbox'))
  t.strictSame(browserArguments(0).slice(1), browserArguments(1000), 'nothing else differs')
})
