'use strict'

const t = require('tap')
const { problems, run } = require('./supply-chain')

t.test('packages are exact and free, and run no scripts', { timeout: 120_000 }, async (t) => {
  const found = await run({ online: false })
  t.strictSame(problems(found), [])
  t.ok(found.packages > 1000 && found.components > 1000)
  t.ok(found.licences.MIT > 500)
  t.strictSame(found.scripts, ['dtrace-provider', 'es5-ext', 'esbuild'])
  for (const { name, versions, why } of found.advisories) t.ok(versions.length && why, name)
})

t.test('what is loose, unfree, scripted or newly vulnerable is a problem', async (t) => {
  const advisories = [{ name: 'tmp', versions: [], advisory: 'GHSA-1' }, { name: 'got', versions: ['9.6.0'] }]
  const found = { loose: ['a@^1.0.0'], scripts: [], scriptsOff: false, licences: {}, unfree: ['b'] }
  t.strictSame(problems({ ...found, advisories, unknown: ['GHSA-3'] }), [
    'not exact: a@^1.0.0',
    '.npmrc lets packages run scripts when they are installed',
    'check the licence of: b',
    'tmp has changed: update or remove GHSA-1 in supply-chain.js',
    'check these advisories: GHSA-3'
  ])
})
