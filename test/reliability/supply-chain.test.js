'use strict'

const t = require('tap')
const { problems, run } = require('./supply-chain')

t.test('packages are exact and free, run no scripts, and known vulnerabilities are listed', { timeout: 60_000 }, async (t) => {
  const found = await run({ online: false })
  t.strictSame(problems(found), [])
  t.ok(found.packages > 1000 && found.components > 1000)
  t.ok(found.licences.MIT > 500)
  t.strictSame(found.scripts, ['dtrace-provider', 'es5-ext'])
  for (const { name, versions, advisory, why } of found.advisories) t.ok(versions.length && /^GHSA-/.test(advisory) && why, name)
})

t.test('what is loose, unfree, scripted or newly vulnerable is a problem', async (t) => {
  const advisories = [{ name: 'tmp', versions: [], advisory: 'GHSA-1' }, { name: 'got', versions: ['9.6.0'], advisory: 'GHSA-2' }]
  t.match(problems({ loose: ['a@^1.0.0'], scriptsOff: false, unfree: ['b'], advisories, unknown: ['GHSA-3'] }), [
    'not exact: a@^1.0.0', '.npmrc lets packages run scripts', 'licence of: b', 'tmp has changed: remove GHSA-1', 'advisories: GHSA-3'
  ])
})
