'use strict'

const { EventEmitter } = require('node:events')
const path = require('node:path')
const { setImmediate } = require('node:timers/promises')
const v8 = require('node:v8')
const vm = require('node:vm')
const t = require('tap')
const { answers } = require('../../../scripts/lib/server/probe/probe')
const { PROBE_FOLDER } = require('../../../scripts/lib/server/server')
require('../../../scripts/lib/server/probe/excess-listeners')

process.removeAllListeners('warning') // which print: make test does not tell the fault of slow

class Shop extends EventEmitter {}

/** @type {WeakRef<EventEmitter>[]} emitters of a test: the engine decides when it collects one */
let made = []

const stillThere = () => made.map((ref) => ref.deref()).filter((emitter) => emitter)

/** Makes an emitter without a limit that has so many listeners. */
function crowdOf (count = 11) {
  const shop = new Shop().setMaxListeners(0)
  made.push(new WeakRef(shop))
  for (let i = 0; i < count; i++) shop.on('sale', () => {})
  return shop
}

/** Adds the eleventh listener in functions of these files that call each other on line 2. */
function addFrom (...files) {
  const shop = crowdOf(10)
  const add = shop.on.bind(shop, 'sale', String) // without a frame of its own
  files.reduceRight((call, filename) =>
    vm.runInThisContext('(call) => () => {\nreturn call() }', { filename })(call), add)()
  const [{ location }] = answers.excessListeners()
  shop.removeAllListeners()
  return location
}

t.afterEach(() => {
  for (const emitter of stillThere()) emitter.removeAllListeners()
  made = []
})

t.test('a hundred are remembered; those that are collected make room', async (t) => {
  const shops = Array.from({ length: 100 }, () => crowdOf())
  const oneMore = crowdOf()
  t.equal(answers.excessListeners().length, 100)
  oneMore.removeAllListeners()
  shops.length = 10
  v8.setFlagsFromString('--expose-gc')
  await setImmediate() // within a turn, an emitter that a WeakRef has shown is kept
  vm.runInNewContext('gc')()
  t.ok(stillThere().length < 50, 'most are collected')
  const more = Array.from({ length: 20 }, () => crowdOf()) // and nobody has read in between
  const excessListeners = stillThere().filter((shop) => shop.listenerCount('sale') > 10)
  t.equal(answers.excessListeners().length, excessListeners.length)
  t.equal(shops.length + more.length, 30, 'these are kept')
})

t.test('an event counts from its eleventh listener on, and while it has so many', async (t) => {
  const shop = crowdOf(10)
  const counts = () => answers.excessListeners().map(({ listeners }) => listeners)
  t.strictSame(counts(), [])
  for (let i = 0; i < 6; i++) shop.on('sale', () => {})
  t.strictSame(counts(), [16])
  shop.removeAllListeners('sale')
  t.strictSame(counts(), [])
  for (let i = 0; i < 12; i++) shop.on('sale', () => {})
  t.strictSame(counts(), [12], 'once for the two of them')
})

t.test('the place is the nearest caller outside Node.js, packages and the probe', async (t) => {
  for (const [files, location] of [
    [['/app/index.js', '/app/util.js'], '/app/util.js:2'],
    [['/app/index.js', '/app/node_modules/koa/lib/x.js', 'node:events'], '/app/index.js:2'],
    [['/app/my shop.js', path.join(PROBE_FOLDER, 'excess-listeners.js')], '/app/my shop.js:2'],
    [['file:///app/a%20b.mjs', 'node:internal/process/task_queues'], '/app/a b.mjs:2'],
    [['C:\\app\\x.js'], 'C:\\app\\x.js:2']
  ]) t.equal(addFrom(...files), location)
})

t.test('a program may write its stacks as it likes', async (t) => {
  const { prepareStackTrace } = Error
  for (const [stack, location] of [
    [() => 'Error\n at use (/app/node_modules/koa/x.js:3:4)', '/app/node_modules/koa/x.js:3'],
    [() => undefined, ''],
    [() => { throw new Error('of the program') }, '']
  ]) {
    Error.prepareStackTrace = stack
    const found = addFrom()
    Error.prepareStackTrace = prepareStackTrace
    t.equal(found, location)
  }
})

t.test('whichever method adds them, they work as before; the most come first', async (t) => {
  const shop = crowdOf(0)
  const methods = ['on', 'addListener', 'once', 'prependListener', 'prependOnceListener']
  const heard = []
  for (const [i, method] of methods.entries()) {
    for (let j = 0; j < 11 + i; j++) t.equal(shop[method](method, () => heard.push(j)), shop)
  }
  const counts = answers.excessListeners().map(({ event, listeners }) => [event, listeners])
  t.strictSame(counts, methods.map((method, i) => [method, 11 + i]).reverse())
  shop.emit('prependListener')
  t.strictSame(heard, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  t.equal(t.throws(() => shop.on('sale', 'no function')).code, 'ERR_INVALID_ARG_TYPE')
})
