'use strict'

// Small operations, one per line. The input changes from call to call and the result is kept, so
// that V8 cannot optimise the operation away.

const { createHash } = require('node:crypto')
const { EventEmitter } = require('node:events')
const fs = require('node:fs')
const { promisify } = require('node:util')

const readFile = promisify(fs.readFile)
const makeEight = (make) => Array.from({ length: 8 }, (_, i) => make(i))

const texts = makeEight((i) => String(1000 + i))
const sentences = makeEight((i) => `the listener number ${i} leaks at each request`)
const lists = makeEight((i) => [1, 2, 3, i])
const objects = makeEight((i) => ({ data: i, url: '/', ts: 0 }))
const keys = makeEight((i) => ['data', 'url', 'ts'][i % 3])
const urls = makeEight((i) => `https://example.com:8080/seed/v${i}?a=1&b=2#c`)
const buffers = makeEight((i) => Buffer.alloc(256, i))
const decoder = new TextDecoder()
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
const [oneListener, tenListeners, thousandListeners] = [1, 10, 1000].map(emitterWith)
const target = new EventTarget()
target.addEventListener('after', keep)
const event = new Event('after')

let calls = 0
const next = (all) => all[calls++ & 7]

/** By name. BIG is a file of 16 MB. */
const operations = {
  'parseInt(text, 10)': () => keep(parseInt(next(texts), 10)),
  '+text': () => keep(+next(texts)),
  'super.method()': () => keep(child.bySuper(calls++)),
  'this.method()': () => keep(child.byThis(calls++)),
  'object.key': () => keep(next(objects).data),
  'object[key]': () => keep(objects[0][next(keys)]),
  'array.at(-1)': () => keep(next(lists).at(-1)),
  'array[array.length - 1]': () => { const list = next(lists); keep(list[list.length - 1]) },
  'text.includes()': () => keep(next(sentences).includes('leaks')),
  '/RegExp/.test(text)': () => keep(/leaks/.test(next(sentences))),
  'Buffer.concat()': () => keep(Buffer.concat([next(buffers), next(buffers)])),
  'buffer.toJSON()': () => keep(next(buffers).toJSON()),
  'JSON.stringify() of 10 KB': () => keep(JSON.stringify(next(bodies))),
  'new URL()': () => keep(new URL(next(urls))),
  'TextDecoder.decode()': () => keep(decoder.decode(next(buffers))),
  'emit(), 1 listener': () => oneListener.emit('after', calls++),
  'emit(), 10 listeners': () => tenListeners.emit('after', calls++),
  'emit(), 1,000 listeners': () => thousandListeners.emit('after', calls++),
  'EventTarget.dispatchEvent()': () => target.dispatchEvent(event),
  'SHA-512 of 10 KB': () => keep(createHash('sha512').update(tenKB).digest('hex')),
  'fs.readFile(), 16 MB, ascii': async () => keep(await readFile(process.env.BIG, 'ascii')),
  'fs.readFile(), 16 MB, utf-8': async () => keep(await readFile(process.env.BIG, 'utf-8'))
}

module.exports = { operations, last: () => kept }
