'use strict'

const { EventEmitter } = require('node:events')
const { setImmediate } = require('node:timers/promises')
const v8 = require('node:v8')
const vm = require('node:vm')
const t = require('tap')
const { answers } = require('../../../scripts/lib/server/probe/probe')

class Shop extends EventEmitter {}

const older = new Shop().setMaxListeners(0) // than the watch
for (let i = 0; i < 12; i++) older.on('sale', String)
require('../../../scripts/lib/server/probe/excess-listeners')

/** @type {WeakRef<EventEmitter>[]} emitters of a test: the engine decides when it collects one */
let made = []

const stillThere = () => made.map((ref) => ref.deref()).filter((emitter) => emitter)

const listen = (emitter, event, count, method = 'on') => {
  made.push(new WeakRef(emitter))
  for (let i = 0; i < count; i++) emitter[method](event, () => {})
  return emitter
}

/** The line of this file that calls it, as a location. */
const here = () => `${__filename}:${new Error().stack.split('\n')[2].match(/:(\d+):\d+\)?$/)[1]}`

async function collectGarbage () {
  v8.setFlagsFromString('--expose-gc')
  await setImmediate() // within a turn, an emitter that a WeakRef has shown is kept
  vm.runInNewContext('gc')()
}

t.afterEach(() => {
  for (const emitter of stillThere()) emitter.removeAllListeners()
  made = []
})

t.test('a hundred are remembered; those that are collected make room', async (t) => {
  const crowd = (count) =>
    Array.from({ length: count }, () => listen(new Shop().setMaxListeners(0), 'sale', 11))
  const shops = crowd(100)
  const oneMore = listen(new Shop().setMaxListeners(0), 'sale', 11)
  t.equal(answers.excessListeners().length, 100)
  oneMore.removeAllListeners()
  shops.length = 10
  await collectGarbage()
  t.ok(stillThere().length < 50, 'most are collected')
  const more = crowd(20) // and nobody has read in between
  const excessListeners = stillThere().filter((shop) => shop.listenerCount('sale') > 10)
  t.equal(answers.excessListeners().length, excessListeners.length)
  t.equal(shops.length + more.length, 30, 'these are kept')
})

t.test('an event that had more than ten before counts from its next one on', async (t) => {
  const location = (older.on('sale', String), here())
  older.on('sale', String)
  const found = { emitter: 'Shop', event: 'sale', listeners: 14, location }
  t.strictSame(answers.excessListeners(), [found])
  older.removeAllListeners()
})

t.test('an event counts from its eleventh listener on, and while it has so many', async (t) => {
  const shop = listen(new Shop().setMaxListeners(0), 'sale', 10)
  t.strictSame(answers.excessListeners(), [])
  const location = (shop.on('sale', String), here())
  const found = { emitter: 'Shop', event: 'sale', listeners: 11, location }
  t.strictSame(answers.excessListeners(), [found])
  listen(shop, 'sale', 5)
  t.strictSame(answers.excessListeners(), [{ ...found, listeners: 16 }], 'where the 11th is added')
  shop.removeAllListeners('sale')
  t.strictSame(answers.excessListeners(), [])
  listen(shop, 'sale', 12)
  t.strictSame(answers.excessListeners(), [{ ...found, listeners: 12 }], 'once for the two of them')
})

t.test('the most listeners come first, whichever method adds them', async (t) => {
  const shop = new Shop().setMaxListeners(0)
  const methods = ['on', 'addListener', 'once', 'prependListener', 'prependOnceListener']
  for (const [i, method] of methods.entries()) listen(shop, method, 11 + i, method)
  listen(shop, Symbol('visit'), 20)
  t.strictSame(answers.excessListeners().map(({ event, listeners }) => [event, listeners]),
    [['Symbol(visit)', 20], ...methods.map((method, i) => [method, 11 + i]).reverse()])
})

t.test('a silenced warning does not matter; the emitter works as before', async (t) => {
  const shop = listen(new EventEmitter().setMaxListeners(Infinity), 'sale', 0)
  const heard = []
  for (let i = 0; i < 11; i++) {
    t.equal(shop.prependListener('sale', () => heard.push(i)), shop)
  }
  shop.emit('sale')
  t.strictSame(heard, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  t.equal(t.throws(() => shop.on('sale', 'no function')).code, 'ERR_INVALID_ARG_TYPE')
  t.equal(answers.excessListeners().length, 1)
})

t.test('an emitter without a class is found, too', async (t) => {
  const bare = Object.assign(Object.create(null), EventEmitter.prototype)
  EventEmitter.call(bare)
  listen(bare, 'sale', 11)
  t.strictSame(answers.excessListeners().map(({ emitter }) => emitter), [''])
})
