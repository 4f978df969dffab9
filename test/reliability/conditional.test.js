'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ROOT } = require('../../scripts/lib/system/root')
const { problems, run } = require('./checks/conditional')
require('../helpers/without-tap-loader')

t.test('optimized keeps both promises; few histories find the others\' faults', { timeout: 240_000 }, async (t) => {
  const found = await run({ histories: 3, seed: 3 })
  t.strictSame(problems(found), [])
  const broken = Object.fromEntries(found.servers.map(({ server, broken }) => [server, Object.keys(broken).sort()]))
  const [bytes, stale] = ['equal tags, other bytes', 'a 304 for a stale copy']
  t.strictSame(broken, { optimized: [], fast: [bytes], slow: [bytes], naive: [stale, bytes] })
})

t.test('a history that breaks a promise is shrunk', { timeout: 240_000 }, async (t) => {
  const folder = fs.mkdtempSync(path.join(ROOT, 'node_modules/.broken-')) // where it finds its packages
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  fs.cpSync(path.join(ROOT, 'optimized'), folder, { recursive: true })
  const util = fs.readFileSync(path.join(folder, 'util.js'), 'utf8')
  fs.writeFileSync(path.join(folder, 'util.js'), util.replace('crypto.randomUUID()', "'same'"))
  const broken = { name: 'optimized', file: path.join(folder, 'index.js') }
  const found = await run({ servers: [broken], histories: 40, seed: 3 })
  const [{ unknown }] = found.servers
  t.equal(unknown.problem, 'equal tags, other bytes')
  t.strictSame(unknown.history.map((event) => typeof event === 'string' ? event : Object.keys(event)),
    [['client', 'form'], 'restart', ['client', 'form']])
  t.strictSame(problems(found), [`optimized: equal tags, other bytes, after ${JSON.stringify(unknown.history)}`])
})

t.test('a known fault that is not found is a problem', async (t) => {
  const servers = [{ server: 'fast', broken: {} }]
  t.strictSame(problems({ servers }), ['fast has a fault that was not found: equal tags, other bytes'])
})
