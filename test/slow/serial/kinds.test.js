'use strict'

// A server of each kind of fault that no practice case has: its verdict, and its place.

const t = require('tap')
const { judgeKind, startBackend, PLACED } = require('../../reliability/checks/diagnose-servers')
const { KINDS } = require('../../reliability/servers/kinds')

const TRIES = 3 // each with more time: other programs may take the processor for a moment
const STRENGTH = 30
const IDLE = [ // they hardly use the processor, and are diagnosed at the same time
  'a long poll',
  'a lock',
  'a pool whose connections wait for one another'
]
const GROWING = ['a cache by the millisecond', 'a table of routes that a timer adds to'] // slowly
const BUSY = [
  ...GROWING,
  'a listener on the socket',
  'a program that is run',
  'a value that all requests make anew',
  'an agent for each call',
  'files that are not closed'
]

async function judgeUntilRight (trial, backend) {
  for (let i = GROWING.includes(trial.kind) ? 2 : 1; ; i++) {
    const settings = { alone: 1 + i, connections: 50, duration: 4 * i } // s
    const found = await judgeKind(trial, backend, { settings })
    const isPlaced = found.isPlaced || !PLACED.includes(trial.verdict)
    const isRight = found.verdict === trial.verdict && isPlaced
    if (isRight || i === TRIES) return found
  }
}

t.test('each kind of fault is named, with its place', async (t) => {
  const backend = await startBackend()
  t.teardown(() => {
    backend.closeAllConnections()
    backend.close()
  })

  async function test (name) {
    const { kind, verdict } = KINDS.find(({ kind }) => kind === name)
    const trial = { kind, verdict, framework: 'http', strength: STRENGTH }
    const found = await judgeUntilRight(trial, backend)
    t.equal(found.verdict, verdict, kind)
    if (PLACED.includes(verdict)) t.ok(found.isPlaced, `${kind}: ${found.place}`)
  }

  await Promise.all(IDLE.map(test))
  for (const name of BUSY) await test(name)
})
