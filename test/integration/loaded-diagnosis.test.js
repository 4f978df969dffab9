'use strict'

// What one load of a diagnosis gives as evidence; the server is this process, its readings are made
// up. diagnosis.test.js has the whole diagnosis.

const t = require('tap')
const { findCauses, observeLoad } = require('../../scripts/lib/diagnose/diagnosis')
const { listen } = require('../helpers/http-server')
const { standInMachine } = require('../helpers/machine')
const { codeTarget } = require('../helpers/own-server')
require('../helpers/without-tap-loader')

const sample = () => ({ cpuTime: 0 })

/** A server with this handler, and made-up answers to what it is asked. */
async function standIn (t, handler, answers, more) {
  const { url } = await listen(t, handler)
  return {
    load: { url, connections: 2, amount: 6, duration: 1 },
    server: {
      over: new AbortController().signal,
      process: { pid: process.pid },
      ask: async (question, argument) => ({ sample, ...answers })[question]?.(argument),
      ...more
    }
  }
}

t.test('a load has its answers, its failures, and what is read meanwhile', async (t) => {
  const statuses = [200, 400, 503, 400]
  const handler = (req, res) => res.writeHead(statuses.shift() ?? 200).end()
  const machine = standInMachine(t) // the clock stands still while a load is sent
  function sample () {
    machine.now += 1000
    machine.times.user += 250 // on either CPU
    return { cpu: 0, cpuTime: 0, elu: 0 }
  }
  const { server, load } = await standIn(t, handler, {
    ports: () => [],
    read: () => ({ unseen: [] }),
    rest: () => ({ bytes: 0 }),
    stopProfile: (profile) => profile,
    sample
  })
  const { rests, profiles, load: figures } =
    await observeLoad(server, load, [1, 1], { profile: { cpu: 1000 }, isRested: true })
  t.strictSame(rests.map(({ requests }) => requests), [0, 6, 12])
  t.strictSame(profiles, { cpu: 1000 })
  const { answered, refused, failures, connectionsClosed, backgroundCpu } = figures
  t.strictSame([answered, refused, failures], [12, 3, '400 × 2, 503 × 1'])
  t.strictSame([connectionsClosed, backgroundCpu], [4, 0.5])
})

t.test('requests that time out are no other errors', async (t) => {
  const { server, load } = await standIn(t, () => {}, {
    ports: () => [],
    read: () => ({ unseen: [] })
  })
  const { load: { failures } } = await observeLoad(server, { ...load, amount: 2, timeout: 1 }, [2])
  t.match(failures, /^time-out × \d$/)
})

t.test('of a server that is over, the load says more than a reading', async (t) => {
  const over = new AbortController()
  const { server, load } = await standIn(t, () => {}, {
    ports () {
      setTimeout(() => over.abort(new Error('blocked after 80 answers')), 200)
      throw new Error('no answer')
    }
  }, { over: over.signal })
  const { message } = await t.rejects(observeLoad(server, load, [1]))
  t.equal(message, 'blocked after 80 answers')
})

t.test('a search for the cause that fails is a warning', async (t) => {
  const target = codeTarget(t, "throw new Error('too many of us')")
  const judgement = { facts: {}, first: { verdict: 'memory leak' }, others: [] }
  const { warnings: [warning] } = await findCauses(target, {}, judgement)
  t.match(warning, /^the cause of a fault was not found: it died [^]*too many of us/)
})
