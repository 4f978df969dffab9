import type { Profiler } from 'node:inspector'

/** Watches a running process under its own load, and says why it is slow. */
export function watch (running: Running, options?: WatchOptions): Promise<WatchedDiagnosis>
/** Lists the processes of Node.js on this machine (Linux). */
export function listProcesses (): Promise<NodeProcess[]>
/** Writes a card. */
export function format (diagnosis: Judgement | WatchedDiagnosis, options: CardOptions): string

/** What the rules judge, of the second load or of the watched time; absent if it is not known. */
export interface Facts {
  answered?: number // requests; absent if it serves no HTTP, as all that is of requests
  answeredPerSecond?: number
  errorShare?: number // of the requests, with those without an answer
  cpuPerRequestMs?: number // CPU time
  elu: number // event-loop utilisation
  threadCores: number // used by other threads than that of the event loop
  coreWaitShare: number // of the time: the event loop had work, but no core (Linux)
  gcShare: number // of the time in garbage collections
  keptBytes?: number // in use after the load, beyond those before it
  keptPerRequestBytes?: number // the lower end of the interval
  keptPerSecondBytes?: number // the same
  earlyBytes: number // in use at the beginning
  lateBytes: number // in use at the end
  poolDelayMs?: number // of a tiny file call, the median
  loopDelayMs?: number // of a timer, the median
  serviceTimeMs?: number // of a request alone: with one connection, as all that is "alone"
  serviceCpuMs?: number // CPU time of a request alone
  blockedPerRequestMs?: number // of the event loop, without CPU time, alone
  longestPauseMs: number // of the event loop, as seen by a timer that fires ten times a second
  latencyMs?: number // the median
  peer: string // host and port with the most round trips, or ''
  tripsPerSecond?: number // to all peers, of a process that serves no HTTP
  agentWaiting?: number // requests that waited for a socket of an agent, at most
  agentUsed?: number // its sockets
  agentUnread?: number // of these, answers that nobody reads
  agentUnreadRoute?: string // of one of them
  agentPeer?: string // host and port
  unsentBytes?: number // that waited in a socket all the time, and did not get less
  unsentPeer?: string
  connectsPerRequest?: number // connections to all peers that were opened, alone
  childrenPerRequest?: number // processes that were started, alone
  time?: Account // where the time of a request goes
  timeAlone?: Account // the same, alone
  requestMs?: number // the time of a request, a mean by Little's law
  requestAloneMs?: number
  outsideShare?: number // of the time of a request, alone: calls, files, lookups and children
  loopShare?: number // of the time of a request: it computes, or waits for the event loop
  loopQueueShare?: number // it waits for the event loop
  childrenShare?: number
  insideShare?: number // it waits inside the process, or for a thread
  queuedShare?: number // it waits inside for its turn; more than alone, if that is known
  pool?: string // a peer to which a limit of calls at once is reached
  failingPeer?: string // the peer with the most failed calls
  failedShare?: number // of the calls to it
  failedPerRequest?: number
  failedCodes?: Record<string, number>
  unanswered?: number // requests that came in before the watch, and had no answer all the time
  connected?: Record<string, number> // outbound connections at the end, by peer
  unseen: string[] // kinds of calls that cannot be seen
  syncShare?: number // of the CPU time in synchronous I/O
  ownShare?: number // of the CPU time in the hottest function of one's own
  inProgress?: number // requests, the median
  connectionsPerRequest?: number // accepted
  stalls?: number // delays of a timer that no request explains, alone
  stallShare?: number // of the time
  jobStallShare?: number // the same, of a process that serves no HTTP
  longestStallMs?: number
  loadStalls?: number // that all requests in progress do not explain
  loadStallShare?: number // of the time, without garbage collections
  longestLoadStallMs?: number
  listenersPerRequest?: number // added to the event that gets the most, alone
  filesShare?: number // open descriptors, of those that it may have
  files?: number // open descriptors
  opened?: Record<string, number> // resources by kind; watched: files only
  openedPerRequest?: number // of the kind that grows the most

  // Of a server that was loaded.
  answeredAlone?: number // requests
  errorShareAlone?: number // of the requests
  failures?: string // what was not answered, or with an error
  connectionsAtOnce?: number // of the load
  slowdown?: number // answers per second: alone, to those with many connections
  mostKeptBytes?: number // during the load: the upper end of the interval
  costGrowth?: number // CPU time per request: the lowest after the load, to that before it
  costGrowthAlone?: number // the same, late before the load
  costGrowthInPause?: number // what is added in a pause, to the lowest
  tripsAtOnce?: number // round trips of one request that are in progress at once
  generatorBound?: boolean // the load generator was the limit
  backgroundCores?: number // that other programs used

  // What other facts say together.
  waitShare?: number // of the time of a request: all but the event loop
  programShare?: number // of the time: all but garbage collection
  growthShare?: number // of the CPU time of a request, at the end
  growthInPauseShare?: number // what is added in a pause, of what is added during the load
  blockedShare?: number // of the time that a request blocks the event loop, without CPU time
  blockedLoopShare?: number // of all time, while requests block the event loop like that
  poolWaitMs?: number // of a tiny file call, that neither the loop nor a lack of cores explains
  mostPoolWaitMs?: number // the same, if the cores explain nothing
  openedBeyondPool?: number // of the kind that grows the most, more than connections
  mostOpenedBeyondPool?: number // Infinity if only files are counted
  secondsLeft?: number // until the heap has 2 GB, or no file can be opened
  notByRequestsShare?: number // of the time of the stalls
  mostStalls?: number // Infinity if one is long: there may be more
  agentUnreadShare?: number // of the sockets of the agent
  lostShare?: number // of the answers per second, under load

  // Of a cluster whose workers restart.
  workersStarted?: number // while it looked
  workersEnded?: number // of these
  exitCode?: number | null // of the last one; null if it is not known, as of one that was killed

  // Of a running process.
  isWatched?: true
  collections?: number // major ones
  ended?: EarlyEnd
  isWorker?: boolean // of a cluster, whose other workers were not watched
  latencyP99Ms?: number
  mostKeptPerRequestBytes?: number // the upper end of the interval; Infinity if nothing bounds it
  mostKeptPerSecondBytes?: number // the same
  stallRoute?: string // whose requests take as long as the stalls, and are as few
  stallsByTimers?: number // of the time of the stalls: callbacks of timers explain it
  leastGrowth?: number // of the CPU time per request, or per ms without HTTP: the lower end
  mostGrowth?: number // the same: the upper end
}

/** Where the time of a request goes: means, by counts at many moments (Little's law). */
export interface Account {
  isServer: boolean // it serves HTTP; otherwise, the time of the process is divided
  requestMs: number
  isLeast: boolean // no request was answered: the time until now
  inProgress: number // requests, the median
  parts: AccountPart[] // the largest first
  calls: PeerCalls[] // by peer, the one with the most time first
  pool?: string // a peer to which a limit of calls at once is reached
  looks: number
}

export interface AccountPart {
  part: 'computing' | 'loop' | 'calls' | 'clients' | 'files' | 'lookups' | 'children' |
    'threads' | 'inside'
  ms: number
  share: number // of the time of a request
}

/** The calls to a peer, and the connections to it. */
export interface PeerCalls {
  peer: string // host and port
  perRequest: number
  perSecond: number
  eachMs: number // 0 if none began
  open: number // at once, a mean
  mostOpen: number
  lastMost: number // in the last second
  fullness: number // the mean, to the most of each second
  isConnecting: boolean // most of them connect
  isShared: boolean // several calls use one connection at once
  failed: number
  failures: Record<string, number> // by error code
  ms: number // of a request
}

/** The requests of a method and path. */
export interface Route {
  name: string // such as `GET /users/:id`
  requests: number
  time: number // ms from start to end, of all of them
}

/** An event with more than ten listeners. */
export interface ExcessListeners {
  emitter: string // name of the emitter's class
  event: string
  listeners: number
  location: string // `file:line` where one was added, or `file:line:column`; '' if unknown
}

/** What tells the place of a fault. */
export type Shown =
  'cpu' | 'sync' | 'job' | 'pool' | 'memory' | 'calls' | 'children' | 'opened' | 'listeners' |
  'agent' | 'writes'

/** Stable: it stays when the text of a verdict changes. */
export type VerdictId =
  // Faults.
  | 'workers-restart'
  | 'requests-fail'
  | 'requests-fail-under-load'
  | 'memory-leak'
  | 'resources-that-are-never-released'
  | 'no-free-file-descriptors'
  | 'garbage-collection-pressure'
  | 'thread-pool-saturated'
  | 'cost-grows-with-every-request'
  | 'cost-grows-with-time'
  | 'listeners-that-are-never-removed'
  | 'calls-to-another-server-fail'
  | 'waiting-for-dependencies'
  | 'requests-queue-for-something-that-serves-a-few-at-a-time'
  | 'requests-wait-for-a-free-socket-of-an-agent'
  | 'concurrency-without-a-limit'
  | 'a-new-connection-for-each-call'
  | 'a-child-process-for-each-request'
  | 'event-loop-stalled-by-a-job-beside-the-requests'
  | 'event-loop-stalled-under-many-connections'
  | 'connections-are-not-kept-alive'
  | 'event-loop-blocked-by-synchronous-i-o'
  | 'event-loop-blocked-by-waiting-synchronously'
  | 'event-loop-blocked-by-computation'
  // Healthy.
  | 'healthy-limited-by-the-load-generator'
  | 'cpu-bound'
  | 'healthy-cpu-bound-one-core-is-the-limit'
  | 'healthy-under-this-load'
  // Not known.
  | 'no-fault-found'
  | 'idle'
  | 'not-enough-evidence-too-few-requests-were-answered'
  | 'requests-get-no-answer'
  | 'not-enough-evidence-no-requests-arrived'
  | 'not-enough-evidence-the-requests-take-longer-than-the-watched-time'
  | 'requests-wait-inside-the-process'
  | 'not-enough-evidence-the-server-was-neither-busy-nor-slow'

/** A fact has at least `from`, or is less than `below`. */
export interface Condition {
  fact: string
  value: number
  from?: number
  below?: number
}

/** What a fault does to the requests. */
export interface Harm {
  // They fail, they are slowed down, the process comes to an end, or it does what nobody needs.
  kind: 'fails' | 'slows' | 'ends' | 'wastes'
  value: number // a share of the requests, a share of their time, or seconds
}

export interface Finding {
  id: VerdictId
  verdict: string
  judgedBy?: Condition[] // of a fault: they have to hold, all of them
  harm?: Harm // of a fault that was found
  figure: string // what it is judged by, as text
  next: string // what to do
  options?: Advice[] // that do it
  tool?: string // make target that shows more
  shows?: Shown
  place?: Place // absent if none is known
}

/** An option of a watch, or the duration of a load. */
export interface Advice {
  option: 'seconds' | 'collect' | 'callers' | 'heap' | 'profile' | 'duration'
  value: number | true
}

export interface Findings {
  // `healthy`: without a fault, and the main faults were judged
  outcome: 'fault' | 'healthy' | 'unknown'
  first: Finding // the verdict, with its place
  others: Finding[] // further faults, the most harmful first
  close: Finding[] // faults that are neither found nor ruled out: their figures are near the limits
  ruledOut: Finding[] // faults that the server does not have
  notTested: string[] // verdicts that are neither
}

/** Why a watch ended early: the process has exited, or the user has interrupted the watch. */
export type EarlyEnd = 'exited' | 'interrupted'

export interface Judgement extends Findings {
  facts: Facts // if workers restart, only theirs: none of them was watched
  holders?: Holders // of a leak
  excessListeners?: ExcessListeners[]
  warnings?: string[] // sentences
}

/** Of a running process. */
export interface WatchedDiagnosis extends Judgement {
  settings: { seconds: number, collect: boolean, callers: boolean, heap: boolean, profile: boolean }
  took: number // s of watching
  paused: number // ms for which the watch paused the process
  ended?: EarlyEnd
  // Of a cluster whose workers restart, only the `pid` of its primary; the others are ''.
  running: { pid: number, node: string, script: string, folder: string }
  worker?: string // which one of a cluster it is, and how it differs from the others
  workers?: Worker[] // of the cluster, as far as they were looked at
  excessListeners: ExcessListeners[]
  workerThreads: WorkerThread[] // the busiest first, if other threads use CPU time
  routes: Route[] // the one with the most time first
  untested: (Advice & { text: string })[] // what other options show
  warnings: string[]
}

/** Of a cluster, in two seconds. */
export interface Worker {
  pid: number
  requests: number // that it answered
  cpuPerRequestMs: number // 0 without any
  latencyMs: number // the median
  bytes: number // of memory
}

export interface WatchOptions {
  seconds?: number // by default 10, and up to 40 while there is a doubt that time can settle
  callers?: boolean // trace who asks, also on Node.js 20, where `await` stays slower
  heap?: boolean // take a heap snapshot of a leak, which pauses the process
  profile?: boolean // take profiles also of a large heap, which pauses the process
  collect?: boolean // force garbage collections
  wait?: boolean // wait up to a minute while another command or a debugger has the inspector
  onNotice?: (notice: string) => void // is told what is done to the process
  onProgress?: (share: number) => void
  onProfile?: (profile: Profiler.Profile) => void // gets the CPU profile
  signal?: AbortSignal // its abort ends the watch early
}

/** What a card shows beyond a judgement. */
export interface CardOptions {
  title: string
  load?: string[][] // label and text of the last lines, of a server that was loaded
  command?: string // that shows more of the fault
  spell?: (option: string, value: number | true) => string // an option; by default, for whyslow
  root?: string // folder to which paths are relative
  all?: boolean // list the faults that are ruled out
}

// Stacks.

export interface Frame {
  name: string // of the function
  file: string // path; 'node:…' for Node.js itself; '' for code that is not JavaScript
  line: number // from 1; 0 if unknown
}

/** A place in the reader's code, or in a package where nothing of that is hot. */
export interface Place {
  file: string
  line: number // the hottest of the function, or where it calls what takes the most
  function: string // its name, or what it is for
  functionLine?: number // its first line
  share?: number // of the samples, with what packages and Node.js do for it
  callee?: { name: string, share: number } // what it calls the most, if that takes more than itself
  from?: { function: string, file: string, line: number }[] // its callers, across awaits
}

// Processes.

/** A process: one of these, or host and port. Of a cluster, the worker that stands out. */
export interface Running {
  pid?: number
  serverPort?: number // on which it listens
  host?: string // of its inspector
  port?: number
}

export interface WorkerThread {
  script: string // path
  cores: number // that it used in a second
}

/** A process of Node.js. */
export interface NodeProcess {
  pid: number
  user: string
  cores: number // that it used in the last half second
  bytes: number // of memory
  ports: number[] // on which it listens
  script: string // as its command line has it, or its title
}

// What holds memory.

/** Of what is new in the heap, and still kept. */
export interface Holders {
  bytes: number
  objects: number
  holders: Holder[] // the one with the most first; none if they explain less than half
  explained: number // share of the bytes that nothing but the holders keeps
}

/** An old object that keeps new ones, or several of one class at the same place. */
export interface Holder {
  name: string // such as `store.sessions of MemoryStore`, `12 × Socket`
  share: number // of the bytes; two that keep the same objects have more than 1 together
  path: string // one path from a root, such as `session → store (MemoryStore).sessions`
  place?: Frame // the function of your own code that is nearest to the path
  kinds: Kind[] // what is kept, most bytes first
  chain?: number // objects on the way to the deepest one: each keeps the next
}

/** `string`, the name of a class, or a type of V8. */
export interface Kind {
  kind: string
  count: number
  bytes: number
}
