'use strict'

// The rules: what each fault is judged by. A rule is tested if its main figure is known, and all
// that it needs. Names of facts in braces stand for their figures. The limits lie between healthy
// servers and servers with the fault, as measured on Node.js 20 and 26. Comments have what the
// healthy ones showed at most, and the others at least.

const { ms, number, percent, plural, ratio, rough } = require('../util/numbers')

/** @import { Account, AccountPart, KnownFacts, PeerCalls, Rule, Test } from '../types' */

const ANSWERED = 50 // requests: fewer say nothing of the median
const BUSY = 0.8 // event-loop utilisation; healthy under full load 0.94
const GROWN = 1.5 // times the CPU time
const GROWN_BY_TIME = 1.3 // the same, if it grows on in a pause: that is a second sign
const KEPT = 50 // bytes of each request; healthy 20, and a cache that keeps a little of it 250
const MANY_STALLS = 5
const LONG = 200 // ms: so long a stall is no chance, also if it is the only one
const IDLE = 0.9 // event-loop utilisation with time left; healthy 0.97, saturated pool 0.5 to 0.87
const FEW_OPEN = 20 // timers, sockets or files: fewer may be a pool
const WAIT = 4 // ms of a request
const UNSENT = 1e6 // bytes
const COMPUTES = 0.4 // cores of other threads; healthy 0.3
const NO_CORE = 0.6 // of the time: the event loop had work, but no core
const MOST_WAIT = 200 // ms for a core, of a file call: its thread and the loop, if they get none
const SOME_TRIPS = 2 // per second: who only waits for work makes fewer

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
const LOAD = 'the event loop was busy for {elu} of the time'
const DISTURBED = 0.5 // of a core that other programs use: figures vary more
const LESS = 'do less of it, in slices, or in a worker thread'
const LEFT_BEHIND =
  'look for something that every request leaves behind, and later requests have to work through'

/** @type {Record<AccountPart['part'], string>} */
const PARTS = {
  computing: 'computing',
  loop: 'waits for the event loop',
  calls: 'in calls',
  clients: 'with the client',
  files: 'in file calls or the thread pool',
  lookups: 'in DNS lookups',
  children: 'in child processes',
  threads: 'in other threads',
  inside: 'waits inside'
}

/** @type {Rule[]} */
const FAULTS = [
  {
    verdict: FAILING,
    main: 'errorShare',
    limits: { errorShare: 0.05 },
    explainedBy: [FAILING_TOGETHER, NO_FILES],
    figure: '{errorShare} of the requests get an error, or no answer',
    next: 'find what the server reports; a fast error says nothing of the answers that count',
    tool: 'bench'
  },
  {
    verdict: FAILING_TOGETHER,
    main: 'errorShare',
    needs: ['errorShareAlone'],
    limits: { errorShare: 0.05, slowdown: 20 },
    strength ({ answeredAlone, errorShare, errorShareAlone, slowdown, elu }, limits) {
      if (!answeredAlone || errorShareAlone >= limits.errorShare) return 0
      const slower = elu < BUSY ? slowdown / limits.slowdown : 0
      return Math.max(errorShare / limits.errorShare, slower)
    },
    explainedBy: [NO_FILES, AGENT],
    figure ({ answered, answeredAlone, errorShare }, limits) {
      return errorShare >= limits.errorShare
        ? '{errorShare} of the requests get an error or no answer, none alone ({failures})'
        : `${number(answered)} answers in all, while {inProgress} requests wait; ` +
          `${number(answeredAlone)} with one connection`
    },
    next: 'look for a pool whose connections requests hold while they wait for another one, a ' +
      'limit, or a time-out'
  },
  {
    verdict: LEAK,
    main: 'keptBytes',
    applies: ({ unsentBytes = 0 }) => unsentBytes < UNSENT,
    // Healthy 1e6. A cache by time kept 600 kB a second, which was 11 B for each request.
    limits: { keptBytes: 3e6, keptPerRequestBytes: KEPT, keptPerSecondBytes: 350e3 },
    excludes (facts, limits) {
      const { isWatched, mostKeptBytes, mostKeptPerRequestBytes = 0 } = facts
      if (!isWatched) return mostKeptBytes < limits.keptBytes
      return mostKeptPerRequestBytes < limits.keptPerRequestBytes &&
        facts.mostKeptPerSecondBytes < limits.keptPerSecondBytes
    },
    strength ({ keptBytes, keptPerRequestBytes = 0, keptPerSecondBytes }, limits) {
      const byRequests = keptPerRequestBytes / limits.keptPerRequestBytes
      const byTime = keptPerSecondBytes / limits.keptPerSecondBytes
      return Math.min(keptBytes / limits.keptBytes, Math.max(byRequests, byTime))
    },
    explainedBy: [CONCURRENCY], // an agent keeps the sockets of its calls
    shows: 'memory',
    // Whether it grows with the requests or with time, nobody knows.
    figure ({ answered, keptPerRequestBytes }) {
      if (answered === undefined) return '{keptPerSecondBytes} or more are kept each second'
      const each = keptPerRequestBytes
        ? `{keptPerRequestBytes} for each of ${number(answered)} requests, or `
        : ''
      return `{keptBytes} more are in use: ${each}{keptPerSecondBytes} a second`
    },
    next: 'give what holds it a limit or an expiry, or remove what is done with',
    tool: 'heap'
  },
  {
    verdict: LEAK,
    main: 'unsentBytes',
    limits: { unsentBytes: UNSENT }, // a large body that is sent at once goes within 3 s
    excludes: () => false, // there are other leaks
    shows: 'writes',
    figure: '{unsentBytes} wait in the socket to {unsentPeer}, which takes less than is written',
    next: 'look at what write() returns: wait for "drain", or drop what does not fit'
  },
  {
    verdict: 'resources that are never released',
    main: 'openedPerRequest',
    limits: { openedPerRequest: 0.005 }, // healthy 0, one timer of each request 1
    // As many as connections were open at once may be a pool.
    applies ({ answered, connectionsAtOnce = 0, opened }) {
      const least = Math.max(FEW_OPEN, 1.2 * connectionsAtOnce)
      return answered >= ANSWERED && Math.max(...Object.values(opened)) >= least
    },
    excludes: ({ isWatched }) => !isWatched, // only files were counted
    explainedBy: [CONCURRENCY], // an agent keeps the sockets of its calls
    figure ({ isWatched, opened }) {
      const kinds = Object.entries(opened).map(([kind, more]) => `${number(more)} ${kind}`)
      const when = isWatched ? 'at the end than at the beginning' : 'after the load than before'
      return `more ${when}: ${kinds.join(', ')}`
    },
    shows: 'opened',
    next: 'close what each request opens: an interval, a file, a socket or a watcher'
  },
  {
    verdict: NO_FILES,
    main: 'filesShare',
    limits: { filesShare: 0.95 },
    shows: 'opened',
    figure: ({ files }) => `${number(files)} files and sockets are open, {filesShare} of the limit`,
    next: 'close what each request opens; ls -l /proc/PID/fd lists it'
  },
  {
    verdict: GARBAGE,
    main: 'gcShare',
    needsCore: true,
    // Share: healthy 0.16, at 0.05 ms per request up to 0.2; churn 0.4.
    limits: { gcShare: 0.25, cpuPerRequestMs: 0.1 },
    applies: ({ cpuPerRequestMs = Infinity }, limits) => cpuPerRequestMs > limits.cpuPerRequestMs,
    shows: 'cpu',
    figure: '{gcShare} of the time in garbage collections',
    next: 'find what allocates the most',
    tool: 'heap'
  },
  {
    verdict: POOL,
    main: 'poolDelayMs',
    needs: ['loopDelayMs'],
    varies: true,
    // Saturated 150 ms, or 13 ms if its threads compute in small pieces: then the loop may wait for
    // a core, and seem busy. A blocked loop delays both, the pool up to 5.5 times as much.
    limits: { poolDelayMs: 15, threadCores: 0.5 },
    excludes: (facts, limits) =>
      facts.poolDelayMs < limits.poolDelayMs || facts.poolDelayMs > waitForCores(facts),
    strength (facts, limits) {
      const { poolDelayMs, loopDelayMs, elu, threadCores } = facts
      const doThreadsCompute = threadCores > limits.threadCores
      if (poolDelayMs <= Math.max(8 * loopDelayMs, waitForCores(facts))) return 0
      if (!doThreadsCompute && (elu >= IDLE || areBlocksLong(facts))) return 0
      const strength = poolDelayMs / (doThreadsCompute ? 8 : limits.poolDelayMs)
      return facts.generatorBound ? strength / 2 : strength // a thread waits for a core
    },
    shows: 'pool',
    figure: 'a small file call waits {poolDelayMs} for a thread, a timer {loopDelayMs} for the ' +
      'event loop',
    next: 'find the hashing, compression, DNS lookups or file calls that fill the four threads',
    tool: 'cpuprofile'
  },
  {
    verdict: GROWING_COST,
    main: 'costGrowth',
    varies: true,
    // The same request after the load: healthy 1.1, growing 1.8. Alone: healthy 1.0, growing 2.2.
    limits: { costGrowth: GROWN, costGrowthAlone: 1.6 },
    applies: (facts) => !growsWithTime(facts),
    strength: ({ costGrowth, costGrowthAlone }, limits) => Math.max(
      strengthOf(costGrowth, limits.costGrowth),
      strengthOf(costGrowthAlone, limits.costGrowthAlone)
    ),
    shows: 'cpu',
    figure: ({ costGrowth, costGrowthAlone }) =>
      `late, a request takes ${ratio(Math.max(costGrowth, costGrowthAlone))} the CPU time of an ` +
      'early one',
    next: LEFT_BEHIND,
    tool: 'flame'
  },
  {
    verdict: GROWING_TIME,
    main: 'costGrowth',
    limits: { costGrowth: GROWN_BY_TIME },
    applies: growsWithTime,
    strength: ({ costGrowth }, limits) => strengthOf(costGrowth, limits.costGrowth),
    shows: 'cpu',
    figure: ({ costGrowth, costGrowthInPause = 0 }) =>
      `late, a request takes ${ratio(costGrowth)} the CPU time of an early one, and ` +
      `${ratio(costGrowth + costGrowthInPause)} after a pause without requests`,
    next: 'look for what a timer adds to: a list, a table of routes, a set of listeners',
    tool: 'flame'
  },
  {
    verdict: GROWING_COST,
    main: 'leastGrowth',
    needs: ['listenersPerRequest'],
    applies: isCostJudged,
    excludes: ({ mostGrowth }, { leastGrowth }) => mostGrowth < leastGrowth,
    // In ten seconds: on a busy machine 1.1, growing 1.2; healthy 1.2 if a request costs 0.03 ms.
    limits: { leastGrowth: 1.15, listenersPerRequest: 0.05 },
    strength: ({ leastGrowth, listenersPerRequest }, limits) => Math.max(
      strengthOf(leastGrowth, limits.leastGrowth),
      listenersPerRequest / limits.listenersPerRequest
    ),
    shows: 'cpu',
    figure ({ leastGrowth, listenersPerRequest }) {
      const parts = ['{cpuPerRequestMs} of CPU time per request']
      if (leastGrowth > 1) parts.push(`at least ${percent(leastGrowth - 1)} more at the end`)
      if (listenersPerRequest) parts.push('listeners grow by {listenersPerRequest} per request')
      return parts.join('; ')
    },
    next: LEFT_BEHIND,
    tool: 'flame'
  },
  {
    verdict: 'listeners that are never removed',
    main: 'listenersPerRequest',
    limits: { listenersPerRequest: 0.05 }, // healthy 0
    // What they cost so far has faults of its own, which are stronger.
    strength: ({ listenersPerRequest }, limits) =>
      Math.min(2, listenersPerRequest / limits.listenersPerRequest),
    explainedBy: [GROWING_COST, GROWING_TIME],
    shows: 'listeners',
    figure: ({ listenersPerRequest }) =>
      `each request adds ${plural(listenersPerRequest, 'listener')} to one event`,
    next: 'add them once, or remove them when the request has ended'
  },
  {
    verdict: UNREACHABLE,
    main: 'failedShare',
    needs: ['failedPerRequest'],
    limits: { failedShare: 0.2, failedPerRequest: 0.05 }, // healthy 0
    applies: ({ failedPerRequest }, limits) => failedPerRequest >= limits.failedPerRequest,
    shows: 'calls',
    figure: describeFailures,
    next: 'see whether it runs, and what it reports'
  },
  {
    verdict: WAITING,
    main: 'outsideShare',
    // Of a request alone: healthy 0.1, waiting 0.9.
    limits: { outsideShare: 0.3, requestAloneMs: WAIT, tripsPerSecond: SOME_TRIPS },
    applies ({ answered, elu, requestAloneMs, tripsPerSecond }, limits) {
      if (answered === undefined) return elu <= 0.5 && tripsPerSecond >= limits.tripsPerSecond
      return elu < IDLE && requestAloneMs >= limits.requestAloneMs
    },
    explainedBy: [POOL, AGENT, CHILDREN, UNREACHABLE, QUEUE],
    shows: 'calls',
    figure: describeTime,
    next: 'measure it by itself; make several calls at once, or in one'
  },
  {
    verdict: QUEUE,
    main: 'insideShare',
    needs: ['requestMs'],
    limits: { insideShare: 0.3, requestMs: WAIT },
    applies (facts, limits) {
      const { elu, insideMs, insideAloneMs, insideShare, isWatched, outsideShare } = facts
      if (elu >= IDLE || facts.requestMs < limits.requestMs) return false
      if (!isWatched) return insideMs > 2 * insideAloneMs + 5 * WAIT
      // By pid, what a request waits for alone is not known.
      return insideShare > outsideShare && Boolean(facts.pool || hasThreads(facts))
    },
    explainedBy: [POOL, CONNECTIONS, FAILING_TOGETHER, AGENT],
    shows: 'calls',
    figure: describeTime,
    next: 'look at the size of a connection pool, a lock, or a single worker thread'
  },
  {
    verdict: AGENT,
    main: 'agentWaiting',
    limits: { agentWaiting: 10 },
    applies: ({ agentUnread, agentUsed }) => agentUnread >= agentUsed / 2,
    shows: 'agent',
    figure: ({ agentUnread, agentUnreadRoute }) =>
      'all {agentUsed} sockets to {agentPeer} are in use, and {agentWaiting} requests wait for ' +
      `one; nobody reads ${plural(agentUnread, 'answer')} to ${agentUnreadRoute}`,
    next: 'read each answer to its end, or call resume() on it'
  },
  {
    verdict: CONCURRENCY,
    main: 'tripsAtOnce',
    limits: { tripsAtOnce: 20 },
    shows: 'calls',
    figure: 'one request has up to {tripsAtOnce} round trips to {peer} in progress at once',
    next: 'limit how many run at once, or ask for all in one request'
  },
  {
    verdict: 'a new connection for each call',
    main: 'connectsPerRequest',
    limits: { connectsPerRequest: 0.2 }, // a pool 0.01
    explainedBy: [CONCURRENCY, UNREACHABLE],
    shows: 'calls',
    figure: ({ connectsPerRequest, peer }) =>
      `${plural(connectsPerRequest, 'new connection')} to ${peer || 'other servers'} for each ` +
      'request',
    next: 'keep one agent or pool for all calls, and keep its connections alive'
  },
  {
    verdict: CHILDREN,
    main: 'childrenPerRequest',
    limits: { childrenPerRequest: 0.1 }, // healthy 0
    shows: 'children',
    figure: ({ childrenPerRequest }) =>
      `each request starts ${plural(childrenPerRequest, 'child process', 'child processes')}`,
    next: 'do it in this process, or keep the child and send it what each request needs'
  },
  {
    verdict: STALLED,
    main: 'stallShare',
    varies: true,
    // A job 0.3 of the time; a healthy server on a busy machine 0.1. The requests of a running
    // server stall it, too, but seldom in callbacks of timers. Many long stalls are no chance.
    limits: { stallShare: 0.1, stalls: 2, stallsByTimers: 0.5 },
    applies ({ isWatched, stalls, stallRoute, stallsByTimers }, limits) {
      if (stalls < limits.stalls) return false
      return !isWatched || Boolean(stallRoute) || stallsByTimers >= limits.stallsByTimers
    },
    strength ({ longestStallMs, stallShare, stalls }, limits) {
      const byCount = longestStallMs >= LONG / 2 ? stalls / MANY_STALLS : 0
      return Math.max(stallShare / limits.stallShare, byCount)
    },
    excludes ({ isWatched, stalls, stallShare, longestStallMs }, limits) {
      if (!isWatched) return true
      const areMany = stalls >= limits.stalls && stallShare >= limits.stallShare
      return !areMany && longestStallMs < LONG
    },
    explainedBy: [GROWING_COST, GROWING_TIME, CHILDREN, BLOCKED],
    shows: 'job',
    figure ({ isWatched, stallRoute }) {
      const alone = isWatched ? '' : 'with one connection, '
      const route = stallRoute ? `, by requests of ${stallRoute}` : ''
      return `${alone}{stalls} stalls of up to {longestStallMs}, {stallShare} of the time${route}`
    },
    next: 'find the timer or job that computes; do it in slices, or in a worker thread',
    tool: 'cpuprofile'
  },
  {
    verdict: 'event loop stalled under many connections',
    main: 'loadStallShare',
    limits: { loadStallShare: 0.15, loadStalls: 2 }, // healthy 0.02, a stampede 0.6
    applies: ({ loadStalls }, limits) => loadStalls >= limits.loadStalls,
    strength: ({ loadStallShare, gcShare }, limits) =>
      (loadStallShare - gcShare) / limits.loadStallShare,
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
    main: 'connectionsPerRequest',
    limits: { connectionsPerRequest: 0.2 }, // healthy 0.01
    figure: ({ connectionsPerRequest }) =>
      `${percent(Math.min(1, connectionsPerRequest))} of the requests open a connection`,
    next: 'find what closes them: the header Connection: close, or maxRequestsPerSocket'
  },
  {
    verdict: SYNC_IO,
    main: 'syncShare',
    limits: { syncShare: 0.25, elu: BUSY }, // healthy 0.01, synchronous I/O 0.6
    strength ({ syncShare, elu }, limits) {
      const strength = syncShare / limits.syncShare
      return elu > limits.elu ? strength : Math.min(strength, elu / limits.elu)
    },
    shows: 'sync',
    figure: '{syncShare} of the CPU time in synchronous calls',
    next: 'use the asynchronous call, or read once at the start',
    tool: 'flame'
  },
  {
    verdict: BLOCKED,
    main: 'blockedPerRequestMs',
    needsCore: true,
    limits: { blockedPerRequestMs: 1 }, // healthy 0.1, a lock 6
    applies: ({ blockedPerRequestMs, serviceCpuMs, answered }) =>
      answered >= ANSWERED && blockedPerRequestMs >= 2 * serviceCpuMs,
    explainedBy: [SYNC_IO, CHILDREN],
    shows: 'cpu',
    figure: 'each request blocks the event loop for {blockedPerRequestMs} without computing, ' +
      'and takes {serviceCpuMs} of CPU time',
    next: 'use an asynchronous lock or call; look for Atomics.wait, execSync, a busy time-out',
    tool: 'cpuprofile'
  },
  {
    verdict: COMPUTING,
    main: 'jobStallShare',
    limits: { jobStallShare: 0.15 }, // healthy 0.01, jobs of 0.2 s for half of the time 0.3
    explainedBy: [SYNC_IO, GARBAGE, POOL],
    shows: 'cpu',
    figure: 'nothing else could run for {jobStallShare} of the time, and for up to ' +
      '{longestStallMs} at once',
    next: LESS,
    tool: 'cpuprofile'
  },
  {
    verdict: COMPUTING,
    main: 'cpuPerRequestMs',
    limits: { cpuPerRequestMs: 2, elu: BUSY }, // healthy 0.6 ms, computing 4.7 ms
    applies: (facts, limits) => facts.elu > limits.elu || areInBursts(facts),
    explainedBy:
      [GROWING_COST, GROWING_TIME, SYNC_IO, GARBAGE, POOL, CONCURRENCY, CHILDREN, BLOCKED],
    shows: 'cpu',
    figure (facts) {
      if (!areInBursts(facts)) return costAndLoad(facts)
      return `${costAndLoad(facts)} ({eluServing} while requests were in progress)`
    },
    next: LESS,
    tool: 'flame'
  }
]

// Of a growth: 1 × is none.
/** @param {number} growth @param {number} limit */
function strengthOf (growth, limit) {
  return (growth - 1) / (limit - 1)
}

// The answer of a thread waits for the requests in progress, too: for two, or for four.
/** @type {Test} */
function areBlocksLong ({ poolDelayMs, cpuPerRequestMs = 0, elu, threadCores }) {
  return poolDelayMs <= 5 * cpuPerRequestMs * elu / (elu + threadCores)
}

// Another program can make a request dearer, too, and a listener more is one of a request.
/** @type {Test} */
function growsWithTime (facts) {
  const { costGrowth, costGrowthInPause = 0, listenersPerRequest } = facts
  if (costGrowth < GROWN_BY_TIME || isDisturbed(facts) || listenersPerRequest > 0) return false
  return costGrowthInPause > (costGrowth - 1) / 2
}

// A request waits, and nothing outside of the process is in progress, as far as can be seen.
/** @type {Test} */
function isInside ({ elu, insideShare, requestMs }) {
  return insideShare >= 0.5 && requestMs >= WAIT && elu < IDLE
}

/** @type {Test} */
function hasThreads ({ time }) {
  return time.parts.some(({ part, share }) => part === 'threads' && share > 0)
}

// ms that a file call may wait for cores. A started server may take them itself.
/** @param {KnownFacts} facts */
function waitForCores (facts) {
  const { isWatched, coreWaitShare = 0 } = facts
  return isWatched || isDisturbed(facts) ? MOST_WAIT * coreWaitShare : 0
}

// Whether other programs used the cores, so that figures vary more.
/** @type {Test} */
function isDisturbed ({ backgroundCores }) {
  return backgroundCores > DISTURBED
}

/** @param {KnownFacts} facts */
function describeTime ({ time, timeAlone, unseen }) {
  if (!time) return '' // so quick is a request
  const { calls: [call], inProgress, isServer, pool } = time
  const sentences = [`a request takes ${timeText(time)}: ${partsText(time)}`]
  if (!isServer) sentences[0] = partsText(time)
  if (timeAlone) sentences.push(`alone, it takes ${timeText(timeAlone)}`)
  if (pool) {
    const { lastMost } = /** @type {PeerCalls} */ (time.calls.find(({ peer }) => peer === pool))
    const others = Math.round(Math.max(0, inProgress - lastMost))
    sentences.push(`${plural(lastMost, 'call')} at once to ${pool} and never more, while ` +
      `${number(others)} requests wait for their turn`)
  } else if (call?.ms) sentences.push(callText(call))
  if (unseen.length) sentences.push(`not seen: ${unseen.join(', ')}`)
  return sentences.join('; ')
}

/** @param {Account} account @returns {string} such as `≈ 600 ms`: it is a mean */
function timeText ({ isLeast, requestMs }) {
  return isLeast ? `more than ${ms(rough(requestMs))}` : `≈ ${ms(rough(requestMs))}`
}

/**
 * @param {Account} account
 * @param {number} [width] in which the text has to fit
 * @returns {string} its main parts, the largest first
 */
function partsText ({ isServer, parts }, width = Infinity) {
  let text = ''
  for (const { part, share } of parts) {
    const name = part === 'inside' && !isServer ? 'idle' : PARTS[part]
    const more = `${text && ', '}${percent(share)} ${name}`
    if (share < 0.05 || text.length + more.length > width) return text
    text += more
  }
  return text
}

/** @param {PeerCalls} call */
function callText ({ eachMs, isConnecting, isShared, peer, perRequest }) {
  if (isConnecting) return `it connects to ${peer}`
  const each = eachMs ? `, ${ms(rough(eachMs))} each` : ''
  const count = perRequest ? `about ${plural(perRequest, 'call')}` : 'a call'
  const how = isShared ? ', on a connection that requests share' : ''
  return `${count} to ${peer} per request${each}${how}`
}

/** @param {KnownFacts} facts */
function describeFailures ({ failedCodes = {}, failedPerRequest, failingPeer }) {
  const counts = Object.entries(failedCodes).map(([code, count]) => `${code} × ${number(count)}`)
  return `failed calls to ${failingPeer}: ${counts.join(', ')}, ` +
    `${number(rough(failedPerRequest))} for each request`
}

// Requests that arrive together queue for the event loop, which has time left between the bursts.
/** @type {Test} */
function areInBursts ({ isWatched, elu, eluServing, latencyMs, serviceCpuMs }) {
  return isWatched && elu <= BUSY && eluServing >= IDLE && latencyMs > 3 * serviceCpuMs
}

/** @type {Test} */
function isCostJudged ({ elu, cpuPerRequestMs }) {
  return elu > BUSY && cpuPerRequestMs > 0.5
}

/** @param {KnownFacts} facts */
function costAndLoad ({ answered, cpuPerRequestMs }) {
  if (answered === undefined) return LOAD
  const cost = answered
    ? `${ms(cpuPerRequestMs)} of CPU time per request`
    : 'no request was answered'
  return `${cost}, with the event loop busy for {elu} of the time`
}

module.exports = {
  costAndLoad,
  isDisturbed,
  describeTime,
  isInside,
  partsText,
  timeText,
  AGENT,
  ANSWERED,
  BUSY,
  COMPUTES,
  CONCURRENCY,
  FAILING,
  FAILING_TOGETHER,
  FAULTS,
  GROWING_COST,
  LEAK,
  LOAD,
  NO_CORE,
  NO_FILES,
  SOME_TRIPS,
  STALLED,
  WAIT
}
