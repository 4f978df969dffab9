'use strict'

// Servers by their right verdict and kind: each takes its strength, and gives what answers a
// request. A strength of 10 makes what the fault costs ten times the work of a healthy request,
// unless it says else.

const { spawn } = require('node:child_process')
const { createHash, pbkdf2 } = require('node:crypto')
const { EventEmitter, once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const { Readable } = require('node:stream')
const { setTimeout: sleep } = require('node:timers/promises')
const { promisify } = require('node:util')
const zlib = require('node:zlib')

const BACKEND = `http://127.0.0.1:${process.env.BACKEND}`
const hash = promisify(pbkdf2)
const items = Array.from({ length: 60 }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b'] }))

/** The work of a healthy request, 0.3 to 0.7 ms of CPU time. */
function work (times = 1) {
  let body = ''
  for (let i = 0; i < 20 * times; i++) {
    body = JSON.stringify(items)
    createHash('sha256').update(body).digest()
  }
  return body
}

/** The backend takes 5 ms, or `ms`. */
async function ask (ms = 5) {
  return (await fetch(`${BACKEND}/?ms=${ms}`)).text()
}

async function askAnew () {
  const [answer] = await once(http.get(BACKEND, { agent: false }), 'response')
  answer.resume()
  return 'ok'
}

function block (ms) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Calls `leak` in one request of n, × strength. */
function oneIn (n, strength, leak) {
  let owed = 0
  return (req) => {
    for (owed += strength / n; owed >= 1; owed--) leak(req)
  }
}

/** In 3, 10 and 30 of 30 requests. */
const isChosen = (strength) => Math.random() * 30 < strength

function createPool (free) {
  const waiting = []
  return {
    take: () => free > 0 ? free-- : new Promise((resolve) => waiting.push(resolve)),
    give: () => waiting.length ? waiting.shift()() : free++
  }
}

/** A class, because V8 may allocate literals that live for long where they cost little. */
class Entry {
  constructor (id) {
    this.id = id
    this.previous = id ? new Entry(0) : null
  }
}

const SERVERS = {
  'event loop blocked by computation': {
    compute: (strength) => () => work(strength)
  },
  'event loop blocked by synchronous I/O': {
    'synchronous files': (strength) => () => {
      for (let i = 0; i < 15 * strength; i++) fs.readFileSync(__filename)
      return 'ok'
    }
  },
  'cost grows with every request': {
    'a list that is searched': (strength) => {
      const seen = []
      return () => {
        for (let i = 0; i < strength; i++) {
          const key = `${seen.length}`
          if (!seen.includes(key)) seen.push(key)
        }
        return 'ok'
      }
    }
  },
  'memory leak': {
    'a cache without a limit': (strength) => { // 100 bytes × strength of each request
      const cache = new Map()
      return () => {
        cache.set(cache.size, 'x'.repeat(100 * strength) + cache.size)
        return 'ok'
      }
    },
    'a cache by the millisecond': (strength) => { // 200 kB × strength of each second
      const cache = new Map()
      return () => {
        const key = Date.now()
        if (!cache.has(key)) cache.set(key, 'x'.repeat(200 * strength) + key)
        return 'ok'
      }
    }
  },
  'resources that are never released': {
    'files that are not closed': (strength) => {
      const leak = oneIn(1000, strength, () => fs.openSync(__filename))
      return () => {
        leak()
        return work()
      }
    },
    'intervals that are not cleared': (strength) => {
      const leak = oneIn(30, strength, () => setInterval(() => {}, 1e8))
      return () => {
        leak()
        return 'ok'
      }
    }
  },
  'cost grows with time': {
    'a table of routes that a timer adds to': (strength) => {
      const routes = []
      setInterval(() => {
        for (let i = 0; i < 30 * strength; i++) routes.push(`/route/${routes.length}`)
      }, 50)
      return (req) => routes.includes(req.url) ? 'found' : work(0.2)
    }
  },
  'listeners that are never removed': {
    'a listener on the socket': (strength) => {
      const leak = oneIn(30, strength, ({ socket }) => {
        socket.setMaxListeners(0).on('close', () => {})
      })
      return (req) => {
        leak(req)
        return work()
      }
    }
  },
  'garbage collection pressure': {
    'a large table that is replaced': (strength) => {
      const table = Array.from({ length: 1e6 }, (_, id) => new Entry(id))
      let next = 0
      return () => {
        for (let i = 0; i < 500 * strength; i++) {
          next = (next + 1) % table.length
          table[next] = new Entry(i)
        }
        return 'ok'
      }
    }
  },
  'thread pool saturated': {
    'hashing in threads': (strength) => async () => {
      const key = await hash('password', 'salt', 1000 * strength, 64, 'sha512')
      return key.toString('hex')
    }
  },
  'waiting for dependencies': {
    'a slow backend': (strength) => () => ask(5 * strength),
    'calls one after another': (strength) => async () => { // 5 ms each
      for (let i = 0; i < strength; i++) await ask()
      return 'ok'
    }
  },
  'requests queue for something that serves a few at a time': {
    'a pool of one connection': (strength) => {
      let last = Promise.resolve()
      return () => {
        last = last.then(() => sleep(strength, 'ok'))
        return last
      }
    }
  },
  'requests wait inside the process': {
    'a long poll': (strength) => () => sleep(5 * strength, 'ok'),
    'a long poll of an event': (strength) => {
      const changes = new EventEmitter().setMaxListeners(0)
      setInterval(() => changes.emit('change', 'ok'), 5 * strength)
      return async () => (await once(changes, 'change'))[0]
    }
  },
  'a new connection for each call': {
    'an agent for each call': (strength) => async () => isChosen(strength) ? askAnew() : 'ok'
  },
  'a child process for each request': {
    'a program that is run': (strength) => async () => {
      if (!isChosen(strength)) return work()
      await once(spawn('true', { stdio: 'ignore' }), 'close')
      return 'ok'
    }
  },
  'event loop blocked by waiting synchronously': {
    'a lock': (strength) => { // 0.2 ms × strength
      const memory = new Int32Array(new SharedArrayBuffer(4))
      return () => {
        Atomics.wait(memory, 0, 0, 0.2 * strength)
        return 'ok'
      }
    }
  },
  'event loop stalled under many connections': {
    'a value that all requests make anew': (strength) => { // each half second, 2 ms × strength
      let until = 0
      return async () => {
        if (Date.now() < until) return work(0.1)
        await sleep(15)
        block(2 * strength)
        until = Date.now() + 500
        return 'ok'
      }
    }
  },
  'requests fail under load': {
    'a pool whose connections wait for one another': (strength) => {
      const { take, give } = createPool(Math.ceil(60 / strength))
      return async () => {
        await take()
        await ask()
        await take()
        give()
        give()
        return 'ok'
      }
    }
  },
  'concurrency without a limit': {
    'calls all at once': (strength) => async () => {
      await Promise.all(Array.from({ length: 10 * strength }, ask))
      return 'ok'
    }
  },
  'event loop stalled by a job beside the requests': {
    'a job each second': (strength) => { // blocks for 20 ms × strength
      setInterval(block, 1000, 20 * strength)
      return () => 'ok'
    }
  },
  'requests fail': {
    'answers of 500': (strength) => () => ({ // strength in %
      status: Math.random() * 100 < strength ? 500 : 200,
      body: work()
    })
  },
  'connections are not kept alive': {
    'connections that are closed': (strength) => () =>
      ({ headers: isChosen(strength) ? { connection: 'close' } : {}, body: 'ok' })
  },
  healthy: {
    'a small answer': () => () => work(),
    'a stream of 1 MB': () => {
      const chunk = Buffer.alloc(65_536, 'a')
      return () => Readable.from(Array(16).fill(chunk), { objectMode: false })
    },
    'a WeakMap': () => {
      const users = new WeakMap()
      return (req) => {
        users.set(req, { name: 'x'.repeat(1000) })
        return work()
      }
    },
    'compression on level 1': () => {
      const text = work()
      return () => zlib.gzipSync(text, { level: 1 })
    },
    'three million objects': () => {
      const table = Array.from({ length: 3e6 }, (_, id) => ({ id }))
      let next = 0
      return () => {
        next = (next + 1) % table.length
        return work() + table[next].id
      }
    },
    'a slow warm-up': () => {
      let requests = 0
      return () => work(requests++ < 200 ? 20 : 1)
    },
    'a rate limiter': () => { // counts by client, and begins anew each second
      let counts = new Map()
      setInterval(() => { counts = new Map() }, 1000)
      return (req) => {
        const { remotePort } = req.socket
        counts.set(remotePort, (counts.get(remotePort) ?? 0) + 1)
        return work()
      }
    },
    'a warm-up of five seconds': () => () => {
      const share = Math.max(0, 1 - performance.now() / 5000)
      return work(1 + 10 * share)
    },
    'a pool of ten connections': () => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 10 })
      return async () => {
        const [answer] = await once(http.get(`${BACKEND}/?ms=1`, { agent }), 'response')
        answer.resume()
        await once(answer, 'end')
        return work(0.1)
      }
    },
    'a bounded queue': () => { // eight at a time
      const { take, give } = createPool(8)
      return async () => {
        await take()
        const body = await sleep(1, work(0.1))
        give()
        return body
      }
    },
    'a cache that fills': () => {
      const cache = new Map()
      return () => {
        const key = Math.floor(2000 * Math.random())
        if (!cache.has(key)) cache.set(key, 'x'.repeat(1000) + key)
        return work()
      }
    },
    'a cache with a limit': () => {
      const cache = new Map()
      let next = 0
      return () => {
        cache.set(next++, 'x'.repeat(1000) + next)
        if (cache.size > 500) cache.delete(cache.keys().next().value)
        return work()
      }
    }
  }
}

/** The kinds, each with its right verdict: those with a fault first. */
const KINDS = Object.entries(SERVERS).flatMap(([verdict, servers]) =>
  Object.entries(servers).map(([kind, create]) => ({ kind, verdict, create })))

module.exports = { KINDS }
