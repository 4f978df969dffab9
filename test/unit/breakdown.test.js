'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { costBreakdown } = require('../../scripts/lib/profiling/breakdown')
const { cpuProfileSamples } = require('../../scripts/lib/profiling/samples')

const frame = (name, file = '') => ({ name, file, line: 1 })
const root = frame('processTicksAndRejections', 'node:internal/process/task_queues')
const own = frame('seed', '/app/server.js')

/** the part that one stack belongs to */
const partOf = (...stack) => costBreakdown([{ stack, weight: 1 }]).map(({ part }) => part)

t.test('shares are those of the weights, the largest first', async (t) => {
  const samples = [[own, 1], [frame('(garbage collector)'), 5], [own, 2]]
    .map(([leaf, weight]) => ({ stack: [root, leaf], weight }))
  t.strictSame(costBreakdown(samples),
    [{ part: 'garbage collection', share: 0.625 }, { part: "the server's own code", share: 0.375 }])
})

t.test('JavaScript belongs to the server, to packages, to Node.js, or to the harness', async (t) => {
  t.strictSame(partOf(root, own), ["the server's own code"])
  t.strictSame(partOf(own, frame('send', '/app/node_modules/restify/lib/response.js')), ['packages'])
  t.strictSame(partOf(own, frame('emit', 'node:events')), ['Node.js core'])
  t.strictSame(partOf(own, frame('update', 'node:internal/crypto/hash')), ['hashing'])
  const probe = path.resolve(__dirname, '../../scripts/lib/preload/probe.js')
  t.strictSame(partOf(root, frame('sample', probe)), ['harness'])
})

t.test('native code belongs to its caller; without one, to Node.js', async (t) => {
  t.strictSame(partOf(own, frame('stringify')), ["the server's own code"])
  t.strictSame(partOf(own, frame('update', 'node:internal/crypto/hash'), frame('update')), ['hashing'])
  t.strictSame(partOf(frame('(program)')), ['Node.js core'])
})

t.test('writing to a socket is the work of the kernel', async (t) => {
  for (const name of ['writev', 'writeBuffer', 'writeLatin1String']) {
    t.strictSame(partOf(root, frame(name)), ['writing to sockets (kernel)'], name)
  }
  for (const name of ['write', 'writevGeneric', 'rewritev']) {
    t.strictSame(partOf(root, frame(name)), ['Node.js core'], name)
  }
  t.strictSame(partOf(root, frame('writev', 'node:internal/fs/streams')), ['Node.js core'], 'of a file')
})

t.test('what Node.js does to start a program does not count', async (t) => {
  const start = ['main/run_main_module', 'modules/cjs/loader', 'bootstrap/realm']
    .map((name) => ({ stack: [frame('run', `node:internal/${name}`), own], weight: 9 }))
  const parts = costBreakdown([...start, { stack: [root, own], weight: 1 }])
  t.strictSame(parts, [{ part: "the server's own code", share: 1 }])
})

t.test('in the saved profile of slow, hashing and its own code are most of the CPU time', async (t) => {
  const file = path.join(__dirname, '../fixtures/slow.cpuprofile')
  const parts = costBreakdown(cpuProfileSamples(JSON.parse(fs.readFileSync(file, 'utf8'))))
  t.strictSame(parts.slice(0, 2).map(({ part }) => part), ["the server's own code", 'hashing'])
  t.ok(parts[0].share + parts[1].share > 0.8)
})
