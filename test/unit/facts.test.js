'use strict'

// What a diagnosis reads from two loads, made up.

const t = require('tap')
const { readFacts } = require('../../scripts/lib/diagnosis/facts')

const EVIDENCE = {
  gcTime: 0,
  serviceTime: 0,
  coreWait: 0,
  poolDelays: [],
  loopDelays: [],
  inProgress: [],
  served: 100,
  answered: 100,
  sockets: 0,
  outgoing: {},
  outgoingAtOnce: 0
}
const rest = (requests, bytes, resources = {}) => ({ requests, bytes, resources })

/** What one load gives; each figure can be replaced. */
function loadOf ({ total = 100, measured, sample, evidence, ...given } = {}) {
  return {
    measured: {
      took: 10,
      requests: { total },
      statuses: { 200: total },
      errors: 0,
      latency: { p50: 7 },
      generator: { cpu: 0.1, elu: 0.2 },
      ...measured
    },
    sample: { cpu: 0.5, cpuTime: 50_000, elu: 0.4, ...sample },
    evidence: { ...EVIDENCE, ...evidence },
    windows: [],
    atRest: [rest(0, 0), rest(50, 0), rest(100, 0)],
    backgroundCpu: 0,
    ...given
  }
}

const facts = ({ cold, first, second, samples = [] }) =>
  readFacts(loadOf(cold), loadOf(first), loadOf(second), samples)

t.test('the figures of each load', async (t) => {
  const first = {
    total: 500,
    measured: { took: 5 },
    sample: { cpuTime: 1e6, elu: 0.3 },
    evidence: { serviceTime: 1200, coreWait: 200 },
    backgroundCpu: 0.4
  }
  const evidence = {
    gcTime: 2500,
    poolDelays: [1, 9, 2],
    loopDelays: [4, 0, 3],
    inProgress: [50, 48, 49],
    served: 400,
    answered: 400,
    sockets: 100
  }
  const second = {
    total: 2000,
    sample: { cpuTime: 8e6, cpu: 1.5, elu: 0.9 },
    evidence,
    backgroundCpu: 0.1
  }
  const read = facts({ first, second })
  const expected = {
    answered: 2000,
    cpuPerRequest: 4,
    elu: 0.9,
    threadCpu: 0.6,
    latency: 7,
    timeInServer: 245, // 49 in progress, 200 answers a second
    serviceTime: 10, // of 12 ms, 2 without a core
    serviceCpu: 2,
    eluServing: 0.3,
    poolDelay: 2,
    loopDelay: 3,
    inProgress: 49,
    gcShare: 0.25,
    connectionsPerRequest: 0.25,
    backgroundCpu: 0.4
  }
  for (const [name, value] of Object.entries(expected)) t.equal(read[name], value, name)
  t.equal(facts({}).serviceTime, 0.5, 'its CPU time at least')
  t.equal(facts({ second: { backgroundCpu: 0.3 } }).backgroundCpu, 0.3)
})

t.test('requests fail without an answer, or with an error', async (t) => {
  const share = (measured, more) => facts({ second: { measured, ...more } }).errorShare
  t.equal(share({ statuses: { 200: 60, 304: 40 } }), 0)
  t.equal(share({ statuses: { 200: 60, 404: 30, 500: 10 } }), 0.4)
  t.equal(share({ errors: 100 }), 0.5)
  t.equal(share({ requests: { total: 0 }, statuses: {}, errors: 5 }), 1)
  const cutOff = { evidence: { served: 200, answered: 150 }, total: 150 }
  t.equal(share({}, cutOff), 0.25, 'the server closes connections instead')
  t.equal(share({ errors: 50 }, cutOff), 0.25, 'counted once')
})

t.test('what is kept grows with the requests, at least by so many bytes', async (t) => {
  const kept = (...bytes) =>
    facts({ second: { atRest: bytes.map((bytes, i) => rest(1000 * i, bytes)) } })
  const steady = kept(1e6, 1.3e6, 1.6e6, 1.9e6, 2.2e6)
  t.strictSame([steady.kept, Math.round(steady.keptPerRequest)], [1.2e6, 300])
  const unsteady = kept(1e6, 1.5e6, 1.4e6, 2.1e6, 2.2e6).keptPerRequest
  t.ok(unsteady > 50 && unsteady < 290, unsteady)
  t.equal(kept(1e6, 3e6, 0.5e6, 2e6, 1e6).keptPerRequest, 0, 'noise')
  t.equal(kept(3e6, 2e6, 1e6).keptPerRequest, 0, 'it shrinks')
  const atRest = [rest(0, 0), rest(0, 9), rest(0, 20)]
  t.equal(facts({ second: { atRest } }).keptPerRequest, 0, 'without requests')
})

t.test('resources that grow with the requests', async (t) => {
  const at = (requests, resources) => rest(requests, 0, resources)
  const atRest = [
    at(0, { TCPSocketWrap: 5 }), // and no Timeout
    at(10, { Timeout: 10, TCPSocketWrap: 9 }),
    at(20, { Timeout: 20, TCPSocketWrap: 2 })
  ]
  const { opened, openedPerRequest } = facts({ second: { atRest } })
  t.strictSame([opened, openedPerRequest], [{ Timeout: 20 }, 1])
})

t.test('the cost of late requests, to the lowest of early ones', async (t) => {
  const windows = (...costs) => ({
    windows: costs.map((cost) => ({ answered: 10, cpuTime: 10 * cost }))
  })
  const read = facts({
    cold: windows(90, 20, 10),
    first: windows(10, 10, 20, 20, 20),
    second: windows(1, 1, 60, 60)
  })
  t.strictSame([read.costGrowth, read.costGrowthAlone, read.costGrowthLate], [6, 1.5, 60])
  const few = facts({ cold: windows(60), first: windows(10, 20), second: windows(30, 30) })
  t.strictSame([few.costGrowth, few.costGrowthAlone], [2, 1], 'the last pair counts')
  const one = facts({ first: windows(10, 20), second: windows(30, 30) })
  t.strictSame([one.costGrowth, one.costGrowthAlone], [2, 4 / 3], 'a single one, too')
})

t.test('stalls of one connection, which no request explains', async (t) => {
  const loopDelays = [0, 350, 0, 40, 300, ...Array(29).fill(1)]
  const stalls = (cpuTime) =>
    facts({ first: { evidence: { loopDelays }, sample: { cpuTime } } })
  const read = stalls(1000)
  t.strictSame([read.stalls, read.longestStall], [2, 350])
  t.equal(Math.round(read.stallShare * 100), 16)
  t.equal(stalls(100 * 90_000).stalls, 1, 'a request computes for 90 ms')
  const quiet = facts({ first: { evidence: { loopDelays: [1] } } })
  t.strictSame([quiet.stalls, quiet.stallShare], [0, 0])
  const { stallShare, poolDelay, loopDelay } = facts({})
  t.strictSame([stallShare, poolDelay, loopDelay], [undefined, undefined, undefined], 'no readings')
})

t.test('the backend that gets the most requests', async (t) => {
  const outgoing = { 'a:1': 30, 'b:2': 1300, 'c:3': 20 }
  const read = facts({ first: { evidence: { outgoing, outgoingAtOnce: 7, served: 100 } } })
  t.strictSame([read.backend, read.callsPerRequest, read.callsAtOnce], ['b:2', 13, 7])
  t.strictSame([facts({}).backend, facts({}).callsPerRequest], ['', 0])
})

t.test('the load generator was the limit', async (t) => {
  const isBound = (cpu, elu) =>
    facts({ second: { measured: { generator: { cpu: 0.9, elu: 0.9 } }, sample: { cpu, elu } } })
      .generatorBound
  t.strictSame([isBound(0.5, 0.5), isBound(1, 1)], [true, false])
})

t.test('the share of synchronous calls for files and processes', async (t) => {
  const handler = { name: 'handle', file: '/app/index.js' }
  const inner = { name: 'getOptions', file: 'node:internal/fs/utils' }
  const sample = (weight, name, file) => ({ weight, stack: [handler, { name, file }, inner] })
  const samples = [
    sample(10, 'readFileSync', 'node:fs'),
    sample(20, 'execSync', 'node:child_process'),
    sample(30, 'pbkdf2Sync', 'node:internal/crypto/pbkdf2'),
    sample(40, 'readFileSync', '/app/index.js')
  ]
  t.equal(facts({ samples }).syncShare, 0.3)
  t.equal(facts({}).syncShare, 0)
})
