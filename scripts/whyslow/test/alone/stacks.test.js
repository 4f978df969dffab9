'use strict'

// Stacks that are read from a process while it runs, without a profiler.

const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { cpuProfileSamples, ticksByLine } = require('../../frames/samples')
const { hottestPlace } = require('../../frames/place')
const { createProfile, isTranspiled, readStack, readStacks } = require('../../observe/stacks')
const { inspectProgram } = require('../inspected')

const FILE = '/app/server.js'
const ENOUGH = 50 // stacks
/** Runs `work` again and again; it is at line 2 of its file. */
const programOf = (work) => `new (require('node:vm').Script)(\`'use strict'
${work}
function next () {
  work()
  setImmediate(next)
}
next()
\`, { filename: '${FILE}' }).runInThisContext()`

const CASES = {
  'computes on the line where it begins': {
    work: 'function work () { for (let i = 0; i < 1e7; i++) Math.random() }',
    place: { function: 'work', line: 2 }
  },
  'native code, which counts as its caller': {
    work: `const { pbkdf2Sync } = process.getBuiltinModule('node:crypto')
function work () {
  pbkdf2Sync('a', 'b', 20000, 32, 'sha256')
}`,
    place: { function: 'work', line: 4, callee: 'pbkdf2Sync of node:internal/crypto/pbkdf2' }
  },
  'native code before a function, which has not taken that time': {
    work: `const text = JSON.stringify(Array(1e5).fill({ name: 'a' }))
function summarize (list) {
  return list.length
}
function work () {
  const list = JSON.parse(text)
  return summarize(list)
}`,
    place: { function: 'work', line: 8 }
  }
}

/** Reads the stacks of a program, and gives its place. */
async function readPlace (t, program) {
  const inspector = await inspectProgram(t, program)
  const isOwn = ({ url }) => url === FILE
  while (!(await readStack(inspector)).some(isOwn)) await sleep(10) // it still starts
  const profile = createProfile()
  async function untilEnough () {
    while (profile.samples.length < ENOUGH) await sleep(100)
  }
  await readStacks(inspector, profile, untilEnough())
  return hottestPlace(cpuProfileSamples(profile), ticksByLine(profile))
}

for (const [name, { work, place }] of Object.entries(CASES)) {
  t.test(name, async (t) => {
    const found = await readPlace(t, programOf(work))
    const { function: functionName, file, line, share } = found
    t.equal(file, FILE)
    t.strictSame([functionName, line], [place.function, place.line])
    t.ok(share > 0.3, String(share))
    t.equal(place.callee && found.callee.name, place.callee)
  })
}

t.test('an idle process has no stack', async (t) => {
  const inspector = await inspectProgram(t, 'process.stdin.resume()')
  let empty = 0 // in a row: it still starts
  for (let i = 0; i < 100 && empty < 5; i++) {
    const stack = await readStack(inspector)
    empty = stack.length ? 0 : empty + 1
    await sleep(50)
  }
  t.equal(empty, 5)
})

t.test('code that a loader has transpiled needs source maps', async (t) => {
  const nodesOf = (url) => [{ callFrame: { url: 'node:net' } }, { callFrame: { url } }]
  t.ok(isTranspiled({ nodes: nodesOf('file:///app/server.ts') }))
  t.notOk(isTranspiled({ nodes: nodesOf('file:///app/server.js') }))
})
