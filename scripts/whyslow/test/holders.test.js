'use strict'

// What holds the new objects of a heap, by snapshots that are made up.

const { EventEmitter } = require('node:events')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { ensureMemory } = require('../holders/find-holders')
const { findHolders } = require('../internals')

const MARK = 99 // larger ids are new
const HARNESS = path.join('/', 'app', 'probe')
const SCRIPTS = ['/app/shop.js', 'whyslow:observer', path.join(HARNESS, 'x.js')]
  .map((url, index) => ({ id: String(index), url }))
const NODE_TYPES = 'synthetic native object closure array hidden code string'.split(' ')
const EDGE_TYPES = 'context element property internal weak'.split(' ')
const ENOUGH = { used: 10e6, left: 2e9 }
// A line is an object, `id type name`, with its references, `type id label`: a middleware `session`
// has the variable `store`. The code has names, too.
const SHOP = [
  ['1 synthetic root', 'element 3', 'element 31'],
  ['3 object Server', 'property 5 _events'],
  ['5 object Object', 'property 7 request'],
  ['7 closure session', 'internal 9 context'],
  ['9 object system / Context', 'context 11 store'],
  ['11 object MemoryStore', 'property 13 sessions'],
  ['13 object Object', 'property 101 s3cret', 'property 103 t0ken', 'property 15 ann'],
  ['15 object Object', 'property 105 cart'],
  ['101 string "her" \\]}'],
  [`103 string ${'x'.repeat(500)}`],
  ['105 object Cart'],
  ['31 code (constant pool)', 'internal 33', 'internal 35', 'internal 37'],
  ['33 string _events'],
  ['35 string request'],
  ['37 string next']
]
const BOTH = ['internal 101', 'internal 103']

/** Writes a heap as V8 does; each of the functions is on line 9 of a script of its own. */
function write (heap, functions) {
  const strings = []
  const indexOf = (text) => strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1
  const ids = heap.map(([object]) => object.split(' ')[0])
  const nodes = []
  const edges = []
  for (const [object, ...references] of heap) {
    const [id, type, ...name] = object.split(' ')
    const size = type === 'string' ? 100 : 10
    nodes.push(NODE_TYPES.indexOf(type), indexOf(name.join(' ')), id, size, references.length, 0)
    for (const reference of references) {
      const [type, to, ...label] = reference.split(' ')
      edges.push(EDGE_TYPES.indexOf(type), indexOf(label.join(' ')), ids.indexOf(to) * 6)
    }
  }
  const meta = {
    node_fields: ['type', 'name', 'id', 'self_size', 'edge_count', 'detachedness'],
    node_types: [NODE_TYPES],
    edge_types: [EDGE_TYPES]
  }
  const snapshot = { meta, node_count: heap.length, edge_count: edges.length / 3 }
  const locations = functions.flatMap((id, script) => [ids.indexOf(id) * 6, script, 8, 2])
  const texts = strings.map((text) => JSON.stringify(text))
  return `{"snapshot":${JSON.stringify(snapshot)},\n"nodes":[${nodes}],\n"edges":[${edges}],\n` +
    `"samples":[],\n"locations":[${locations}],\n"strings":[${texts.join(',\n')}]}`
}

/** The shop, with other references of an object, and with more objects. */
function change (id, references, ...more) {
  const shop = SHOP.map((line) => line[0].startsWith(`${id} `) ? [line[0], ...references] : line)
  return [...shop, ...more]
}

/** An inspector of a process, with the ids and the memory that it tells. */
function inspect (text, options = {}) {
  const { length = text.length, ids = ['7', '7'], memory = [ENOUGH, ENOUGH] } = options
  const events = new EventEmitter()
  const sent = []
  const tell = (name, params) => events.emit(`HeapProfiler.${name}`, params)
  const answers = {
    stopTrackingHeapObjects: () => tell('lastSeenObjectId', { lastSeenObjectId: MARK }),
    takeHeapSnapshot () {
      for (let i = 0; i < text.length; i += length) {
        tell('addHeapSnapshotChunk', { chunk: text.slice(i, i + length) })
      }
    },
    getHeapObjectId: () => ({ heapSnapshotObjectId: ids.shift() })
  }
  async function send (method) {
    const name = method.split('.')[1]
    sent.push(name)
    return answers[name]?.()
  }
  const evaluate = async () => memory.shift()
  return { events, evaluate, evaluateObject: async () => 'id', send, sent }
}

/** Whether the process that searches a heap is there, after a while. */
async function hasSearch () {
  const isThere = () => process.getActiveResourcesInfo().includes('ProcessWrap')
  for (let i = 0; i < 100 && isThere(); i++) await sleep(20)
  return isThere()
}

const find = (heap, functions = [], options = {}) =>
  findHolders(inspect(write(heap, functions), options), {
    work: async () => {},
    scripts: async () => SCRIPTS,
    harness: HARNESS
  })

t.test('a holder has a name and a path without data, a place, and what it keeps', async (t) => {
  t.strictSame(await find(SHOP, ['7'], { length: 7 }), { // which arrives in small pieces
    bytes: 210,
    objects: 3,
    holders: [{
      name: 'store.sessions of MemoryStore',
      path: 'Server._events.request → session → store (MemoryStore).sessions',
      place: { name: 'session', file: '/app/shop.js', line: 9 },
      kinds: [{ kind: 'string', count: 2, bytes: 200 }, { kind: 'Cart', count: 1, bytes: 10 }],
      share: 1
    }],
    explained: 1
  })
})

t.test('holders are named as code reads them', async (t) => {
  for (const [name, id, references, ...more] of [
    ['store.head.request.next of List', 9, ['context 17 store'], // however long the list is
      ['17 object List', 'property 19 head'],
      ['19 object Object', 'property 21 request'],
      ['21 object Object', 'property 23 next'],
      ['23 object Object', 'property 25 request'],
      ['25 object Object', 'property 27 next'],
      ['27 object Object', ...BOTH]],
    ['store.sessions[…] of MemoryStore', 13, ['property 17 ann'], ['17 object Object', ...BOTH]],
    ['cache', 9, ['internal 17'], // of an ES module
      ['17 hidden system / SourceTextModule', 'internal 19'],
      ['19 array ', 'internal 39', 'internal 21'],
      ['21 hidden system / Cell', 'internal 23 value'],
      ['23 object Map', 'internal 25 table'],
      ['25 array ', ...BOTH],
      ['39 string cache']],
    ['2 × Socket', 3, ['property 17 <symbol owner_symbol>', 'property 19 <symbol owner_symbol>'],
      ['17 object Socket', 'internal 101'],
      ['19 object Socket', 'internal 103']]
  ]) {
    const { holders } = await find(change(id, references, ...more))
    t.strictSame(holders.map(({ name }) => name), [name])
  }
})

t.test('two holders are both named, with their shares; less than half, none', async (t) => {
  const both = await find(change(9, ['context 17 recent', 'context 19 byId'],
    ['17 object Array', ...BOTH], ['19 object Map', ...BOTH]))
  t.strictSame(both.holders.map(({ name, share }) => [name, share]), [['recent', 1], ['byId', 1]])
  t.equal(both.explained, 1)
  const apart = await find(change(9, ['context 17 recent', 'context 19 byId'],
    ['17 object Array', 'internal 201', 'internal 203', 'internal 205'],
    ['19 object Map', 'internal 207'],
    ['201 string a'], ['203 string b'], ['205 string c'], ['207 string d']))
  t.strictSame(apart.holders.map(({ name, share }) => [name, share]),
    [['recent', 0.75], ['byId', 0.25]])
  const { holders, explained } = await find(change(1, ['element 3', 'element 17'],
    ['17 synthetic (Global handles)', 'internal 201', 'internal 203', 'internal 205'],
    ['201 string a'], ['203 string b'], ['205 string c']))
  t.strictSame([holders, explained], [[], 1 - 300 / 510])
})

t.test('what small owners keep is added up at what holds all of them', async (t) => {
  const names = Array.from('abcdefghijkl')
  const idOf = (name, first) => first + 2 * names.indexOf(name)
  const shelves = names.map((name) => `property ${idOf(name, 41)} ${name}`)
  const heap = change(11, shelves, ...names.flatMap((name) => [
    [`${idOf(name, 41)} object Shelf`, `property ${idOf(name, 71)} items`],
    [`${idOf(name, 71)} object Items`, `internal ${idOf(name, 201)}`],
    [`${idOf(name, 201)} string ${name}`]
  ]))
  const { holders } = await find(heap)
  t.strictSame(holders.map(({ name, share }) => [name, share]), [['store', 1]])
})

t.test('what keeps nothing alive does not hold, nor does code of this command', async (t) => {
  const pair = '105 0 / part of key (Key @17) -> value (Cart @105) pair in WeakMap (table @19)'
  const { holders } = await find(change(9, ['internal 19', 'context 17 key'],
    ['19 array ', 'weak 105', `internal ${pair}`], ['17 object Key', `internal ${pair}`]))
  t.strictSame(holders.map(({ name }) => name), ['key'])
  const list = ['17 synthetic (Internalized strings)', ...BOTH]
  t.equal((await find(change(1, ['element 17'], list))).bytes, 0)
  const ours = change(9, ['context 17 observer', 'context 19 probe'],
    ['17 closure ', 'internal 101'], ['19 closure ', 'internal 103'])
  t.equal((await find(ours, ['7', '17', '19'])).bytes, 0)
})

t.test('without enough memory, or with other ids, nothing is said; what began ends', async (t) => {
  const short = { used: 10e6, left: 100e6 }
  for (const [expected, options] of [
    [/960 MB for 10 MB/, { memory: [ENOUGH, short] }], // after the work
    [/^another debugger of the process has renumbered its objects$/, { ids: ['7', '9'] }]
  ]) {
    const inspector = inspect(write(SHOP, []), options)
    const work = async () => {}
    const { message, exitCode } = await t.rejects(findHolders(inspector, { work }))
    t.match(message, expected)
    t.equal(exitCode, 1)
    t.strictSame(inspector.sent.slice(-2), ['disable', 'releaseObject'])
    t.notOk(await hasSearch())
  }
})

t.test('a search has a limit of memory', async (t) => {
  const names = Array.from({ length: 3e5 }, (_, i) => `"${String(i).padEnd(150, 'x')}"`)
  const snapshot = write(SHOP, []).replace(/]}$/, `,${names}]}`)
  const memory = [ENOUGH, { used: 1, left: 2e9 }] // the search may use little
  const options = { work: async () => {}, scripts: async () => [] }
  const { message } = await t.rejects(findHolders(inspect(snapshot, { memory }), options))
  t.equal(message, 'the search needed more than 60 MB')
})

t.test('a snapshot needs memory for itself and for the search beside it', async (t) => {
  let here = 8e9
  t.intercept(process, 'availableMemory', { value: () => here })
  const ask = (used, left) => ensureMemory({ evaluate: async () => ({ used, left }) })
  t.strictSame(await ask(10e6, 960e6), { used: 10e6, snapshot: 160e6, search: 140e6 })
  const PROBLEM = { message: /^a heap snapshot needs .*: 960 MB .*, but only 950 MB are free$/ }
  await t.rejects(ask(10e6, 950e6), PROBLEM)
  here = 950e6
  await t.rejects(ask(10e6, 8e9), PROBLEM)
  await t.rejects(ask(250e6, 80e9), { message: /the limit is 240 MB/ })
})
