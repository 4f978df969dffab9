'use strict'

// Small operations, one per line. The input changes from call to call and the result is kept, so
// that V8 cannot optimise the operation away.

const { createHash } = require('node:crypto')
const { EventEmitter } = require('node:events')

const makeEight = (make) => Array.from({ length: 8 }, (_, i) => make(i))

const texts = makeEight((i) => String(1000 + i))
const sentences = makeEight((i) => `the listener number ${i} leaks at each request`)
const buffers = makeEight((i) => Buffer.alloc(256, i))
const tenKB = Buffer.alloc(10_240, 7)
const bodies = makeEight((i) => ({ data: String(i).repeat(10_000), url: '/seed/v1', ts: i }))

class Parent { answer (i) { return i } }
class Child extends Parent {
  bySuper (i) { return super.answer(i) }
  byThis (i) { return this.answer(i) }
}
const child = new Child()

let kept = null
const keep = (value) => { kept = value }
const emitterWith = (count) => {
  const emitter = new EventEmitter().setMaxListeners(0)
  for (let i = 0; i < count; i++) emitter.on('after', keep)
  return emitter
}
const oneListener = emitterWith(1)
const thousandListeners = emitterWith(1000)

let calls = 0
const next = (all) => all[calls++ & 7]

/** By name. */
const operations = {
  'parseInt(text, 10)': () => keep(parseInt(next(texts), 10)),
  '+text': () => keep(+next(texts)),
  'super.method()': () => keep(child.bySuper(calls++)),
  'this.method()': () => keep(child.byThis(calls++)),
  'text.includes()': () => keep(next(sentences).includes('leaks')),
  '/RegExp/.test(text)': () => keep(/leaks/.test(next(sentences))),
  'Buffer.concat()': () => keep(Buffer.concat([next(buffers), next(buffers)])),
  'buffer.toJSON()': () => keep(next(buffers).toJSON()),
  'JSON.stringify() of 10 KB': () => keep(JSON.stringify(next(bodies))),
  'emit(), 1 listener': () => oneListener.emit('after', calls++),
  'emit(), 1,000 listeners': () => thousandListeners.emit('after', calls++),
  'SHA-512 of 10 KB': () => keep(createHash('sha512').update(tenKB).digest('hex'))
}

module.exports = { operations, last: () => kept }
