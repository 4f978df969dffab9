'use strict'

// The rules of the diagnosis, on made-up evidence.

const t = require('tap')
const { diagnose, FAULTS, LIMITS } = require('../../scripts/lib/diagnosis/rules')
const { diagnosisText } = require('../../scripts/lib/present/diagnosis')
const { ROOT } = require('../../scripts/lib/system/root')

const HEALTHY = {
  answered: 20_000,
  errorShare: 0,
  cpuPerRequest: 0.1,
  elu: 0.97,
  gcShare: 0.02,
  retained: 200_000,
  retainedPerRequest: 10,
  costGrowth: 0.8,
  costGrowthAlone: 1.1,
  poolDelay: 4,
  loopDelay: 3,
  serviceTime: 0.3,
  serviceCpu: 0.2,
  syncShare: 0,
  inProgress: 1,
  resources: { TCPServerWrap: 1 },
  generatorBound: false,
  backgroundCpu: 0.02
}
const CPU_BOUND = 'healthy, CPU-bound: one core is the limit'
const GENERATOR = 'healthy, limited by the load generator'
const verdictOf = (facts) => diagnose({ ...HEALTHY, ...facts }).first.verdict

const SICK = {
  'memory leak': { retained: 80e6, retainedPerRequest: 4_000, gcShare: 0.1 },
  'garbage collection pressure': { gcShare: 0.35 },
  'thread pool saturated': { poolDelay: 200, loopDelay: 0.2, elu: 0.5, serviceTime: 20, serviceCpu: 20 },
  'cost grows with every request': { costGrowth: 6, costGrowthAlone: 1.8, cpuPerRequest: 30 },
  'waiting for dependencies': { elu: 0.1, serviceTime: 60, serviceCpu: 0.5 },
  'event loop blocked by synchronous I/O': { syncShare: 0.6, cpuPerRequest: 1.5 },
  'event loop blocked by computation': { cpuPerRequest: 12, loopDelay: 300, poolDelay: 320 }
}

for (const [verdict, facts] of Object.entries(SICK)) {
  t.test(verdict, async (t) => {
    const { first, others, ruledOut } = diagnose({ ...HEALTHY, ...facts })
    t.strictSame([first.verdict, others], [verdict, []])
    t.equal(ruledOut.length, FAULTS.filter(({ unless }) => !unless?.({ ...HEALTHY, ...facts })).length - 1)
    t.notOk(ruledOut.some((rule) => rule.verdict === verdict))
  })
}

t.test('the cases are all the faults', async (t) => {
  t.strictSame(Object.keys(SICK), FAULTS.map(({ verdict }) => verdict))
})

t.test('a healthy server: either it is the limit, or the load generator is', async (t) => {
  t.equal(verdictOf({}), CPU_BOUND)
  t.equal(verdictOf({ generatorBound: true }), GENERATOR)
  t.equal(verdictOf({ generatorBound: true, elu: 0.5 }), GENERATOR)
  t.strictSame(diagnose(HEALTHY).ruledOut.map(({ verdict }) => verdict), FAULTS.map(({ verdict }) => verdict))
})

t.test('too few answers, or too many errors, are no evidence, whatever the figures say', async (t) => {
  const tooFew = 'not enough evidence: too few requests were answered'
  t.equal(verdictOf({ ...SICK['memory leak'], answered: LIMITS.answered - 1 }), tooFew)
  t.equal(verdictOf({ ...SICK['memory leak'], errorShare: 0.6 }), tooFew)
  t.equal(verdictOf({ ...SICK['memory leak'], answered: LIMITS.answered }), 'memory leak')
})

t.test('a server that is neither busy nor slow gets no verdict', async (t) => {
  t.equal(verdictOf({ elu: 0.5, serviceTime: 1 }), 'not enough evidence: the server was neither busy nor slow')
})

t.test('of two faults, the other is named, too', async (t) => {
  const { first, others } =
    diagnose({ ...HEALTHY, ...SICK['memory leak'], ...SICK['event loop blocked by synchronous I/O'] })
  t.strictSame([first, ...others].map(({ verdict }) => verdict),
    ['memory leak', 'event loop blocked by synchronous I/O'])
})

t.test('what looks like a fault and is none', async (t) => {
  t.equal(verdictOf({ retained: 80e6, retainedPerRequest: 50 }), CPU_BOUND,
    'a buffer that a very fast server fills')
  t.equal(verdictOf({ retained: 5e6, retainedPerRequest: 4_000 }), CPU_BOUND,
    'a cache that is filled by few requests')
  t.equal(verdictOf({ poolDelay: 40, loopDelay: 35 }), CPU_BOUND, 'a busy loop delays file calls as well')
  t.equal(verdictOf({ costGrowth: 0.9, costGrowthAlone: 2 }), CPU_BOUND, 'a load that was disturbed')
  t.equal(verdictOf({ costGrowth: 3, costGrowthAlone: 1 }), CPU_BOUND,
    'requests that many connections make dearer, once')
  t.equal(verdictOf({ poolDelay: 110, loopDelay: 10 }), CPU_BOUND, 'a busy loop delays file calls even more')
  t.equal(verdictOf({ serviceTime: 30, serviceCpu: 25, cpuPerRequest: 1 }), CPU_BOUND, 'time that is CPU time')
})

t.test('as text: verdict, evidence, your code, what was ruled out, the next command', async (t) => {
  t.intercept(process.stdout, 'columns', { value: undefined }) // no terminal
  const found = diagnose({ ...HEALTHY, ...SICK['cost grows with every request'] })
  const text = diagnosisText({
    target: 'shop',
    facts: {
      ...HEALTHY,
      backgroundCpu: 0.5,
      errorShare: 0.02,
      inProgress: 50,
      resources: { TCPServerWrap: 1, TCPSocketWrap: 50, Timeout: 3, FSReqCallback: 2 }
    },
    ...found,
    hottestFrame: { frame: { name: 'find', file: `${ROOT}/shop/list.js`, line: 7 }, share: 0.81 },
    excessListeners: [{ emitter: 'Server', event: 'after', listeners: 1234, location: `${ROOT}/shop/list.js:3` }]
  }, 'make flame-shop', (style, text) => text)
  t.equal(text, `shop: cost grows with every request

evidence    late in the load, a request takes 6 × the CPU time of an early one
listeners   1,234 of "after" on Server, added at shop/list.js:3
in progress 50 requests; 50 TCPSocketWrap, 3 Timeout, 2 FSReqCallback
your code   81 % of the CPU time is in find, shop/list.js:7
ruled out   memory leak: 200 kB more in use after the load than before: 10 B per
            request
            garbage collection pressure: 2 % of the time in garbage collections
            thread pool saturated: a small file call waits 4 ms for a thread, a
            timer 3 ms for the event loop
            waiting for dependencies: one request at a time takes 0.3 ms, and
            0.2 ms of CPU time
            event loop blocked by synchronous I/O: 0 % of the CPU time in
            synchronous calls
warning     2 % of the requests failed: a bench shows how
warning     other programs used 50 % of a core. Close them and diagnose again
next        make flame-shop: find what each request adds and a later one goes
            through`)
})
