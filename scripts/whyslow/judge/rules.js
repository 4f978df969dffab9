'use strict'

// The table of rules. A rule finds its fault if all conditions in `when` hold: a fact is at least
// `from`, which a plain number stands for, or it is less than `below`. A fault that shows in two
// ways has two rules. The limits lie between healthy servers and servers with the fault, as
// measured on Node.js 20 and 26: comments have what healthy ones showed at most, and faulty ones
// at least.
//
// A condition that is missed rules the fault out, unless it says `rulesOut: false`. If it names an
// upper bound of what was measured (`most`), only that bound can rule the fault out. With
// `varies`, other programs raise the limit: times 1 + 2 × the cores that they use, and 3 times at
// most. A rule that `isPart` shows some servers with the fault only, so it rules nothing out.
//
// `harm` orders the faults. First come requests that fail. Then what ends within the hour, when
// the heap is full or no file can be opened. Then what slows requests down, by a share of their
// time or by a product of shares. Then what ends later, and last what has no harm but needless
// work. A fault is not listed if another one that was found is in its `explainedBy`.
//
// Facts in braces stand for their figures. index.d.ts says what each fact is.

const { number, percent, plural, ratio } = require('../util/numbers')
const {
  costAndLoad, describeFailures, describeKept, describeOpened, describeTime
} = require('./words')

/** @import { KnownFacts, Rule } from '../types' */

// Event-loop utilisation. From the first one on, the loop is what requests wait for; below the
// second one, it still has time left. Healthy under full load 0.94 to 0.97.
const BUSY = 0.8
const IDLE = 0.9
const MOSTLY = 0.5 // of the time of a request
const WAIT = 10 // ms of a request; healthy 0.5, 9 on a busy machine, waiting 44
const SOME_TRIPS = 2 // round trips a second: a process that only waits for work makes fewer

const FAILING = 'requests fail'
const FAILING_TOGETHER = 'requests fail under load'
const LEAK = 'memory leak'
const NO_FILES = 'no free file descriptors'
const GARBAGE = 'garbage collection pressure'
const POOL = 'thread pool saturated'
const GROWING_COST = 'cost grows with every request'
const GROWING_TIME = 'cost grows with time'
const CONCURRENCY = 'concurrency without a limit'
const CONNECTIONS = 'connections are not kept alive'
const AGENT = 'requests wait for a free socket of an agent'
const CHILDREN = 'a child process for each request'
const QUEUE = 'requests queue for something that serves a few at a time'
const STALLED = 'event loop stalled by a job beside the requests'
const COMPUTING = 'event loop blocked by computation'
const WAITING = 'waiting for dependencies'
const UNREACHABLE = 'calls to another server fail'
const SYNC_IO = 'event loop blocked by synchronous I/O'
const BLOCKED = 'event loop blocked by waiting synchronously'

// A process that gets no core for more of the time seems to do more than it does.
const GOT_A_CORE = { below: 0.6, rulesOut: false }
// Of the time of the stalls: callbacks of timers, or requests of a rare route. Without a profile,
// it is not known.
const NOT_BY_REQUESTS = { from: 0.5, rulesOut: false }
const LESS = 'do less of it, split it into slices, or move it to a worker thread'
const DROP = 'give what holds it a limit or an expiry, or remove what is no longer needed'
const LEFT_BEHIND =
  'look for something that every request leaves behind and later requests have to work through'
const HELD_TWICE = 'look for requests that hold one connection of a pool while they wait for ' +
  'another, for a limit, and for a time-out'
const JOB =
  'find the timer or job that computes, and split it into slices or move it to a worker thread'

/** @type {Rule[]} */
const FAULTS = [
  {
    verdict: FAILING,
    when: { errorShare: 0.05 },
    harm: { fails: ['errorShare'] },
    explainedBy: [FAILING_TOGETHER, NO_FILES, UNREACHABLE],
    figure: '{errorShare} of the requests get an error, or no answer',
    next: 'read the errors that the server reports, and fix them first',
    tool: 'bench'
  },
  {
    verdict: FAILING_TOGETHER,
    when: { errorShare: 0.05, errorShareAlone: { below: 0.05 } },
    harm: { fails: ['errorShare'] },
    explainedBy: [NO_FILES, AGENT, UNREACHABLE],
    figure: '{errorShare} of the requests get an error or no answer ({failures}); with ' +
      'one connection, {errorShareAlone} do',
    next: HELD_TWICE
  },
  {
    verdict: FAILING_TOGETHER,
    when: { slowdown: 20, elu: { below: BUSY } },
    harm: { fails: ['lostShare'] },
    explainedBy: [NO_FILES, AGENT],
    figure: ({ answered, answeredAlone }) =>
      `${number(answered)} answers in all, while {inProgress} requests wait; ` +
      `${number(answeredAlone)} with one connection`,
    next: HELD_TWICE
  },
  {
    verdict: 'resources that are never released',
    // Healthy 0. As many as the load has connections are subtracted: they may be a pool.
    when: { openedBeyondPool: { from: 20, most: 'mostOpenedBeyondPool' } },
    harm: { ends: 'secondsLeft' },
    explainedBy: [CONCURRENCY],
    shows: 'opened',
    figure: describeOpened,
    next: 'close what each request opens: an interval, a file, a socket or a watcher'
  },
  {
    verdict: LEAK,
    // They waited for 2 s, or in a load of our own 1 s: a large body that is sent at once is gone.
    when: { unsentBytes: 1e6 },
    isPart: true, // there are other leaks
    harm: { ends: 'secondsLeft' },
    shows: 'writes',
    figure: '{unsentBytes} wait in the socket to {unsentPeer}, which reads too slowly',
    next: 'check what write() returns: wait for "drain", or drop what does not fit'
  },
  {
    verdict: LEAK,
    // Healthy 1 MB and 20 B. A leak of a little of each request kept 250 B.
    when: {
      keptBytes: { from: 3e6, most: 'mostKeptBytes' },
      keptPerRequestBytes: { from: 50, most: 'mostKeptPerRequestBytes' }
    },
    harm: { ends: 'secondsLeft' },
    explainedBy: [CONCURRENCY], // the sockets of its calls are kept
    shows: 'memory',
    figure: describeKept,
    next: DROP,
    tool: 'heap'
  },
  {
    verdict: LEAK,
    // Healthy 1 MB. A leak by time kept 600 kB a second, which was 11 B for each request.
    when: {
      keptBytes: { from: 3e6, most: 'mostKeptBytes' },
      keptPerSecondBytes: { from: 350e3, most: 'mostKeptPerSecondBytes' }
    },
    harm: { ends: 'secondsLeft' },
    explainedBy: [CONCURRENCY],
    shows: 'memory',
    figure: describeKept,
    next: DROP,
    tool: 'heap'
  },
  {
    verdict: NO_FILES,
    when: { filesShare: 0.95 },
    harm: { fails: ['filesShare'] },
    shows: 'opened',
    figure: ({ files }) => `${number(files)} files and sockets are open, {filesShare} of the limit`,
    next: 'close what each request opens; ls -l /proc/PID/fd lists it'
  },
  {
    verdict: GARBAGE,
    when: { gcShare: 0.25, coreWaitShare: GOT_A_CORE }, // healthy 0.2, churn 0.4
    harm: { slows: ['gcShare'] },
    shows: 'cpu',
    figure: '{gcShare} of the time goes into garbage collection',
    next: 'find what allocates the most',
    tool: 'heap'
  },
  {
    verdict: POOL,
    // Healthy 3 ms, saturated 150 ms, or 13 ms if its threads compute in small pieces.
    when: { poolWaitMs: { from: 8, most: 'mostPoolWaitMs', varies: true } },
    harm: { slows: ['waitShare'] },
    shows: 'pool',
    figure: 'a small file call waits {poolDelayMs} for a thread; a timer waits {loopDelayMs} ' +
      'for the event loop',
    next: 'find the hashing, compression, DNS lookups or file calls that fill the four threads',
    tool: 'cpuprofile'
  },
  {
    verdict: GROWING_TIME,
    // A smaller growth than that of the next rule is enough: the pause is a second sign.
    when: { costGrowth: { from: 1.3, varies: true }, growthInPauseShare: 0.5 },
    harm: { slows: ['growthShare', 'loopShare'] },
    shows: 'cpu',
    figure: ({ costGrowth, costGrowthInPause }) =>
      `CPU time per request grew ${ratio(costGrowth)} during the load, and ` +
      `${ratio(costGrowth + costGrowthInPause)} by the end of a pause without requests`,
    next: 'look for what a timer adds to: a list, a table of routes, a set of listeners',
    tool: 'flame'
  },
  {
    verdict: GROWING_COST,
    when: { costGrowth: { from: 1.5, varies: true } }, // healthy 1.1, growing 1.8
    harm: { slows: ['growthShare', 'loopShare'] },
    explainedBy: [GROWING_TIME],
    shows: 'cpu',
    figure: 'CPU time per request grew {costGrowth} during the load',
    next: LEFT_BEHIND,
    tool: 'flame'
  },
  {
    verdict: GROWING_COST,
    when: { costGrowthAlone: { from: 1.6, varies: true } }, // healthy 1.0, growing 2.2
    harm: { slows: ['growthShare', 'loopShare'] },
    explainedBy: [GROWING_TIME],
    shows: 'cpu',
    figure: 'CPU time per request grew {costGrowthAlone} with one connection',
    next: LEFT_BEHIND,
    tool: 'flame'
  },
  {
    verdict: GROWING_COST,
    // In ten seconds: healthy 1.1 on a busy machine, or 1.2 at 0.03 ms per request; growing 1.2.
    when: {
      leastGrowth: { from: 1.15, most: 'mostGrowth' },
      cpuPerRequestMs: { from: 0.5, rulesOut: false },
      elu: { from: BUSY, rulesOut: false }
    },
    harm: { slows: ['growthShare', 'loopShare'] },
    explainedBy: [GROWING_TIME],
    shows: 'cpu',
    figure: ({ leastGrowth }) => '{cpuPerRequestMs} of CPU time per request, which ' +
      `grew by at least ${percent(leastGrowth - 1)}`,
    next: LEFT_BEHIND,
    tool: 'flame'
  },
  {
    verdict: GROWING_COST,
    // A server that has leaked listeners for an hour hardly gets slower in ten seconds.
    when: { listenersPerRequest: 0.05, cpuPerRequestMs: 0.5, mostGrowth: 1.01 },
    isPart: true, // a cost can grow without listeners
    harm: { slows: ['loopShare'] },
    shows: 'cpu',
    figure: ({ listenersPerRequest }) => '{cpuPerRequestMs} of CPU time per request, and each ' +
      `request adds ${plural(listenersPerRequest, 'listener')}`,
    next: LEFT_BEHIND,
    tool: 'flame'
  },
  {
    verdict: 'listeners that are never removed',
    when: { listenersPerRequest: 0.05 }, // healthy 0
    harm: { ends: 'secondsLeft' },
    explainedBy: [GROWING_COST, GROWING_TIME],
    shows: 'listeners',
    figure: ({ listenersPerRequest }) =>
      `each request adds ${plural(listenersPerRequest, 'listener')} to one event`,
    next: 'add them once, or remove them when the request has ended'
  },
  {
    verdict: UNREACHABLE,
    when: { failedShare: 0.2, failedPerRequest: 0.05 }, // healthy 0
    harm: { fails: ['failedShare'] },
    shows: 'calls',
    figure: describeFailures,
    next: 'check whether that server runs, and what it reports'
  },
  {
    verdict: WAITING,
    when: { outsideShare: 0.3, requestAloneMs: WAIT }, // healthy 0.1
    harm: { slows: ['outsideShare'] },
    explainedBy: [POOL, AGENT, CHILDREN, CONCURRENCY, UNREACHABLE, QUEUE],
    shows: 'calls',
    figure: describeTime,
    next: 'measure it alone, then make fewer calls, or several at once'
  },
  {
    verdict: WAITING,
    when: { outsideShare: 0.3, tripsPerSecond: SOME_TRIPS },
    harm: { slows: ['outsideShare'] },
    explainedBy: [POOL, AGENT, CHILDREN, UNREACHABLE],
    shows: 'calls',
    figure: describeTime,
    next: 'measure it alone, then make fewer calls, or several at once'
  },
  {
    verdict: QUEUE,
    // Requests to a healthy pool of ten connections take 13 ms, or 32 ms on a busy machine; to a
    // pool of one 450 ms.
    when: {
      queuedShare: MOSTLY,
      requestMs: { from: 25, varies: true },
      elu: { below: IDLE }
    },
    harm: { slows: ['queuedShare'] },
    explainedBy: [POOL, CONNECTIONS, FAILING_TOGETHER, AGENT],
    shows: 'calls',
    figure: describeTime,
    next: 'look at the size of a connection pool, a lock, or a single worker thread'
  },
  {
    verdict: AGENT,
    when: { agentWaiting: 10, agentUnreadShare: 0.5 },
    harm: { fails: ['agentUnreadShare'] },
    shows: 'agent',
    figure: ({ agentUnread, agentUnreadRoute }) =>
      'all {agentUsed} sockets to {agentPeer} are in use, and {agentWaiting} requests wait for ' +
      `one; nobody reads ${plural(agentUnread, 'answer')} to ${agentUnreadRoute}`,
    next: 'read each answer to its end, or call resume() on it'
  },
  {
    verdict: CONCURRENCY,
    when: { tripsAtOnce: 20 },
    harm: { slows: ['outsideShare'] },
    shows: 'calls',
    figure: 'one request has up to {tripsAtOnce} round trips to {peer} in progress at once',
    next: 'limit how many run at once, or ask for all in one request'
  },
  {
    verdict: 'a new connection for each call',
    when: { connectsPerRequest: 0.2 }, // a pool 0.01
    explainedBy: [CONCURRENCY, UNREACHABLE],
    shows: 'calls',
    figure: ({ connectsPerRequest, peer }) =>
      `${plural(connectsPerRequest, 'new connection')} to ${peer || 'other servers'} for each ` +
      'request',
    next: 'keep one agent or pool for all calls, and keep its connections alive'
  },
  {
    verdict: CHILDREN,
    when: { childrenPerRequest: 0.1 }, // healthy 0
    harm: { slows: ['childrenShare'] },
    shows: 'children',
    figure: ({ childrenPerRequest }) =>
      `each request starts ${plural(childrenPerRequest, 'child process', 'child processes')}`,
    next: 'do it in this process, or keep the child and send it what each request needs'
  },
  {
    verdict: STALLED,
    // Healthy 0, or 0.1 on a busy machine; a job 0.3.
    when: {
      stallShare: { from: 0.1, varies: true },
      stalls: 2,
      notByRequestsShare: NOT_BY_REQUESTS
    },
    harm: { slows: ['stallShare'] },
    explainedBy: [GROWING_COST, GROWING_TIME, CHILDREN, BLOCKED],
    shows: 'job',
    figure: describeStalls,
    next: JOB,
    tool: 'cpuprofile'
  },
  {
    verdict: STALLED,
    // Healthy 3 of up to 75 ms, of a large heap. A long one may be the first of many: `mostStalls`.
    when: {
      stalls: { from: 5, most: 'mostStalls' },
      longestStallMs: 80,
      notByRequestsShare: NOT_BY_REQUESTS
    },
    harm: { slows: ['stallShare'] },
    explainedBy: [GROWING_COST, GROWING_TIME, CHILDREN, BLOCKED],
    shows: 'job',
    figure: describeStalls,
    next: JOB,
    tool: 'cpuprofile'
  },
  {
    verdict: 'event loop stalled under many connections',
    when: { loadStallShare: 0.15 }, // healthy 0.02, a stampede 0.6
    harm: { slows: ['loadStallShare'] },
    explainedBy: [STALLED, GROWING_COST, GROWING_TIME, CHILDREN, SYNC_IO, BLOCKED],
    shows: 'cpu',
    figure: '{loadStalls} stalls of up to {longestLoadStallMs}, {loadStallShare} of the time, ' +
      'though a request takes {cpuPerRequestMs} of CPU time',
    next: 'look for work that many requests start at once, such as when a cached value expires: ' +
      'let them share one promise',
    tool: 'cpuprofile'
  },
  {
    verdict: CONNECTIONS,
    when: { connectionsPerRequest: 0.2 }, // healthy 0.01
    figure: ({ connectionsPerRequest }) =>
      `${percent(Math.min(1, connectionsPerRequest))} of the requests open a connection`,
    next: 'find what closes them: the header Connection: close, or maxRequestsPerSocket'
  },
  {
    verdict: SYNC_IO,
    when: { syncShare: 0.25, elu: BUSY }, // healthy 0.01, synchronous I/O 0.6
    harm: { slows: ['syncShare', 'loopShare'] },
    shows: 'sync',
    figure: '{syncShare} of the CPU time goes into synchronous calls',
    next: 'use the asynchronous version of the call, or call it once at startup',
    tool: 'flame'
  },
  {
    verdict: BLOCKED,
    // Healthy 0.1 ms, a lock 0.6 ms. If a machine with few requests pauses once, for 10 ms, that is
    // as much for each of them. But it is a small share of the time.
    when: {
      blockedPerRequestMs: 0.3,
      blockedShare: 0.67,
      blockedLoopShare: 0.03,
      coreWaitShare: GOT_A_CORE
    },
    harm: { slows: ['blockedShare', 'loopShare'] },
    explainedBy: [SYNC_IO, CHILDREN],
    shows: 'cpu',
    figure: 'each request blocks the event loop for {blockedPerRequestMs} without computing, ' +
      'and takes {serviceCpuMs} of CPU time',
    next: 'replace Atomics.wait, execSync or a busy loop by an asynchronous call',
    tool: 'cpuprofile'
  },
  {
    verdict: COMPUTING,
    when: { jobStallShare: 0.15 }, // healthy 0.01, jobs of 0.2 s for half of the time 0.3
    harm: { slows: ['jobStallShare', 'programShare'] },
    explainedBy: [SYNC_IO, POOL],
    shows: 'cpu',
    figure: 'nothing else could run for {jobStallShare} of the time, and for up to ' +
      '{longestStallMs} at once',
    next: LESS,
    tool: 'flame'
  },
  {
    verdict: COMPUTING,
    when: { cpuPerRequestMs: { from: 2, varies: true }, elu: BUSY }, // healthy 0.6, computing 4.7
    harm: { slows: ['loopShare', 'programShare'] },
    explainedBy: [GROWING_COST, GROWING_TIME, SYNC_IO, POOL, CONCURRENCY, CHILDREN, BLOCKED],
    shows: 'cpu',
    figure: costAndLoad,
    next: LESS,
    tool: 'flame'
  },
  {
    verdict: COMPUTING,
    // Requests that arrive together queue for the event loop, which has time left between them.
    when: { cpuPerRequestMs: { from: 2, varies: true }, loopQueueShare: MOSTLY },
    harm: { slows: ['loopShare', 'programShare'] },
    explainedBy: [GROWING_COST, GROWING_TIME, SYNC_IO, POOL, CONCURRENCY, CHILDREN, BLOCKED],
    shows: 'cpu',
    figure: (facts) => `${costAndLoad(facts)}; requests wait for it {loopQueueShare} of their time`,
    next: LESS,
    tool: 'flame'
  }
]

/** @param {KnownFacts} facts */
function describeStalls ({ stallRoute }) {
  const route = stallRoute ? `, by requests of ${stallRoute}` : ''
  return `{stalls} stalls of up to {longestStallMs}, {stallShare} of the time${route}`
}

module.exports = {
  BUSY,
  FAILING,
  FAILING_TOGETHER,
  FAULTS,
  GARBAGE,
  GROWING_COST,
  IDLE,
  LEAK,
  MOSTLY,
  SOME_TRIPS,
  STALLED,
  UNREACHABLE,
  WAIT
}
