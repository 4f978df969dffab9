'use strict'

const t = require('tap')
const { problems, supplyChain } = require('./supply-chain')

t.test('what is installed is exact, free, runs no scripts, and what is known of it is listed', { timeout: 60_000 }, async (t) => {
  const found = await supplyChain({ audit: false })
  t.strictSame(problems(found), [])
  t.ok(found.packages > 1000 && found.components > 1000)
  t.strictSame(found.scripts, ['dtrace-provider', 'es5-ext'])
})

t.test('what is not is said', async (t) => {
  const vulnerable = [{ name: 'tmp', versions: [], advisory: 'GHSA-1' }, { name: 'got', versions: ['9.6.0'], advisory: 'GHSA-2' }]
  t.match(problems({ loose: ['a@^1.0.0'], scriptsOff: false, unfree: ['b'], vulnerable, unknown: ['GHSA-3'] }),
    ['not exact: a@^1.0.0', '.npmrc lets packages run scripts', 'looked at: b', 'tmp has changed: take GHSA-1 out', 'advisories to look at: GHSA-3'])
})
