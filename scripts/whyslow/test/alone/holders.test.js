'use strict'

// What holds the memory of a real process.

const t = require('tap')
const { sendObserver } = require('whyslow/attach')
const { findHolders } = require('../../internals')
const { inspectProgram } = require('../inspected')

const SHOP = `
class MemoryStore {
  sessions = {}
}
const store = new MemoryStore()
const bus = new (process.getBuiltinModule('node:events'))().setMaxListeners(0)
globalThis.serve = function serve () {
  for (let i = 0; i < 2000; i++) {
    const id = 's3cret' + Math.random()
    store.sessions[id] = { id, cart: ['apple', Math.random()] }
    bus.on('price', (price) => [id, price])
    setTimeout(function expire () { store.sessions[id] = undefined }, 1e8)
  }
}
//# sourceURL=/shop/server.js`

t.test('a store, listeners and timers are named, without what they contain', async (t) => {
  const program = 'delete globalThis.require; process.stdin.resume()'
  const inspector = await inspectProgram(t, program)
  const ask = await sendObserver(inspector)
  await inspector.evaluate(`(() => {${SHOP}\n})()`)
  const serve = () => inspector.evaluate('serve()')
  await serve()
  const found = await findHolders(inspector, { work: serve, scripts: () => ask('scripts') })
  const lines = found.holders.map(({ name, place }) => `${name} ${place.file}:${place.line}`)
  t.strictSame(lines.sort(), [
    '2,000 × Timeout /shop/server.js:12',
    'listeners of "price" of bus /shop/server.js:11',
    'store.sessions of MemoryStore /shop/server.js:7'
  ])
  t.ok(found.explained > 0.5, `${found.explained}`)
  t.notMatch(JSON.stringify(found), /s3cret|apple/)
})
