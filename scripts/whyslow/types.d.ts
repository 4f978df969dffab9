// The types that only this package needs: they are not packed.

import type { HeapProfiler, Profiler, Runtime, Session } from 'node:inspector'
import type {
  Advice, EarlyEnd, ExcessListeners, Facts, Finding, Frame, Judgement, Place, Route, Shown,
  VerdictId, WatchedDiagnosis, WatchOptions, Worker
} from './index'
import type { HeapGraph } from './holders/heap-graph'

export * from './index'

/** What is done to the process, for the user. */
export type OnNotice = (notice: string) => void

/** Asks the observer: `ask('read')`. */
export type Ask = (question: string, argument?: unknown) => Promise<any>

/** A watch in progress, and what it has found so far. */
export interface Watched extends WatchOptions {
  onNotice: (notice: string) => void
  inspector: Inspector
  ask: Ask
  planned: number // s
  paused: number // ms for which this command has paused it
  isProfiled?: boolean // by a profiler, and not by stacks that were read
  isDeep?: boolean // calls were traced across asynchronous calls
  stop: AbortSignal // when the process exits, or the user interrupts
  evidence: Evidence
  known: Omit<WatchedDiagnosis, keyof Judgement | 'took' | 'paused' | 'ended' | 'untested'> &
    Pick<Judgement, 'holders'> & { warnings: string[] }
}

export interface StallOptions {
  pause: number // ms from which on a pause is a stall
  seconds: number // how long to stay
  wait?: boolean
  onNotice: (notice: string) => void
  onStall: (stall: Stall) => void // that is over
  signal: AbortSignal
}

export interface Stall {
  at: Date // of its beginning
  took: number // ms
  // Blocked by JavaScript or native code; without CPU time: waiting for a child, a lock or a disk,
  // suspended by a signal, or throttled by its cgroup.
  kind: 'blocked' | 'waiting' | 'suspended' | 'throttled'
  place?: Place
  child?: string // a process that it had started
}

export interface Stalls {
  running: WatchedDiagnosis['running']
  took: number // s
  hasEnded: boolean // the process
  stalls: Stall[]
}

export interface Activity {
  runnable: number // ms for which the main thread had work, since its start
  throttled: number // ms since the start of its cgroup
  isStopped: boolean // by a signal or a debugger
  child?: string // the name of a program
}

export interface Observer {
  start: () => void // begins, or begins anew
  read: () => Interval // of the time since the last reading
  rest: () => Promise<Rest> // waits until no request is in progress; a new interval begins
  dropInterval: () => void // a forced collection has disturbed it; a new one begins
  startProfile: (steps: ProfileSteps) => { took: number } // ms, as below
  stopProfile: (steps: ProfileSteps) => Profiles & { took: number }
  sourceMaps: () => Record<string, string> // data: URLs, by the script that a loader transpiled
  ports: () => number[] // local ones of its outbound connections
  startTraces: (limit: { most: number }) => void // of calls, to the inspector
  stopTraces: () => void
  // Opens the inspector if it is closed; undefined if it may have too few descriptors.
  inspect: () => { host: string, port: number } | undefined
  scripts: () => Script[]
  end: () => Route[] // since the start
}

/** An object of the program that is watched: its private fields are read, which have no types. */
export type Foreign = any

/** Is called with the object of a method, and with the arguments. */
export type OnCall = (subject: Foreign, args: Foreign) => void

/** Of an agent of HTTP clients. */
export interface Queue {
  peer: string
  used: number // sockets
  waiting: number // requests
  unread: number // answers that nobody reads
  unreadRoute?: string // of one of them
}

export interface RequestInProgress {
  response: Foreign // its `req` and its private fields are read
  began: number // ms
  onClose: () => void
}

/** An event that had many listeners when one was added. */
export interface CrowdedEvent {
  target: WeakRef<Foreign> // an EventEmitter or an EventTarget
  event: string | symbol
  first: number // listeners then
  location: string
}

/** A method that is noted. */
export interface Method {
  wrap: () => void
  unwrap: () => void
}

/** An outbound socket. */
export interface Link {
  peer: string // its name
  began: number // ms: its last round trip, or its connection
  isAwaited: boolean // the answer
  isOneWay: boolean // nothing is answered
  read: number // bytes that were pushed
  written: number // bytes, when it was found; Infinity if methods write to it
  dataAt: number // ms: the last data
  by: number // the id of the callback that began its last round trip
  trips: number // that began
  others: number // writes of other callbacks to it since then
  sharedTrips: number // with several of them
}

/** A script that was loaded. */
export interface Script {
  id: string
  url: string
  sourceMapURL?: string
}

/** Between two samples of a profile; absent if there is none. */
export interface ProfileSteps {
  cpu?: number // µs
  heap?: number // bytes allocated, a mean
  mayCollect?: boolean // garbage, for the profile of what is allocated; by default, it may
}

/** What walks the whole heap, and pauses the process meanwhile. */
export type PauseCause = 'cpu' | 'allocations' | 'debugger'

// What is observed in a process.

/** CPU time of requests. */
export interface Cost {
  answered: number // requests
  cpuTime: number // ms
}

/** Of several intervals. */
export interface CostGroup extends Cost {
  requests: number // until the middle of them
}

/** What happened between two readings. Times are in ms. */
export interface Interval extends Counts {
  time: number
  cpuTime: number // user and system
  loop: { active: number, idle: number } // of the event loop
  heap: number // bytes in use at the end, buffers included
  latency: number // the median of all requests since the start
  latencyP99: number // the slowest 1 % of them took at least so long
  isServer: boolean // it serves HTTP
  unseen: string[] // kinds of calls, since the start, that cannot be seen
  listeners?: ExcessListeners & { added: number } // of the event that got the most, since the start
  queue?: Queue // the longest of an agent
  unsent: { peer: string, bytes: number } // of the socket for which most bytes wait
  connected: Record<string, number> // outbound connections that are in use, by peer
  fileLimit: number // descriptors that it may have; 0 if it is not known
  files: number // open descriptors at the end (Linux)
}

/** What is counted from one reading to the next. */
export interface Counts {
  served: number // requests that came in
  answered: number // requests, those that came in before included
  ended: number // requests that came in and have ended
  failed: number // of them without an answer, or with a status from 500 on
  serviceTime: number // that all requests took together
  sockets: number // connections that were accepted
  peers: Record<string, Peer> // by `host:port`, or by the path of a UNIX socket
  tripsAtOnce: number // the most round trips in progress, to all peers
  looks: Look[]
  children: number // processes that were started
  gcTime: number // in garbage collections, without those that were forced
  coreWait: number // that the thread had work, but no core (Linux)
  collected: Collected[] // after each major collection
  lowest?: number // bytes in use after a collection, small ones included: the least
  poolDelays: number[] // of a tiny file call, ten times a second
  timerDelays: number[] // at the same moments: a file call waits for the event loop, too
  loopDelays: number[] // the same without the time without a core
  longestPause: number // the longest delay of a timer
}

/** What a major collection has left. */
export interface Collected {
  time: number // ms since the process began
  requests: number // that came in until then
  bytes: number // in use
}

/** What the process connects to. A round trip: a write, until the next data from there. */
export interface Peer {
  trips: number // that began
  others: number // writes of other callbacks before an answer
  connects: number // connections, with attempts that failed
  failures: Record<string, number> // sockets that an error ended, by its code
}

/** What was in progress at a moment. Nothing that began before the oldest request counts. */
export interface Look {
  time: number // ms since the process began
  late: number // ms that the timer was late
  oldest: number // ms: when the oldest request began; 0 without HTTP
  connections: number // that clients have opened
  requests: number // that came in during the watch; 1 without HTTP
  before: number // requests that came in before
  clients: number // requests whose clients still send them, or receive their answers
  open: Record<string, number> // round trips, by peer
  connecting: Record<string, number> // connections, by peer
  others: Record<string, number> // by kind: `lookup`, `file`, `thread pool` (threads), `child`
  shared?: string // a peer on whose connection several calls are in progress
}

/** Means of what was in progress at the looks. */
export interface Counted {
  requests: number
  // That wait for something: in all, at most the requests.
  clients: number
  files: number
  lookups: number
  children: number
  inside: number
  peers: Map<string, CountedPeer>
}

export interface CountedPeer extends Peer {
  peer: string
  open: number // calls and connections
  connecting: number // of them
  most: number[] // of them at once, for ten looks each
  waiting: number // requests
  shared: number // requests that may wait on a connection that others use, too
}

/** Code that calls a peer, starts a child process, or opens a resource. */
export interface Caller {
  kind: 'round trip' | 'connection' | 'child' | 'resource' | 'agent' | 'write'
  peer: string // of a child, its program; the kind of a resource
  count: number
  frames: Frame[] // of one's own code, or of packages if there are none; the nearest first
}

/** What a process keeps when no request is in progress. */
export interface Rest {
  bytes: number // in use after a collection
  files: number // open descriptors (Linux)
  resources: Record<string, number> // that keep the event loop alive, by kind
  inProgress: number // requests that have not ended in time
}

export interface Profiles {
  cpu?: RunProfile
  heap?: HeapProfiler.SamplingHeapProfile
}

export interface RunProfile extends Profiler.Profile {
  sourceMaps?: Record<string, string> // data: URLs, by the script that a loader transpiled
}

/** A frame of a stack that was read while it ran. */
export interface RunningFrame extends Omit<Runtime.CallFrame, 'scriptId'> {
  at: { lineNumber: number, columnNumber: number } // what runs, or calls
}

// The evidence that is judged.

/** Of a server that was loaded, or of a process that was watched. */
export interface Evidence {
  // Loaded: two with one connection, one with many, one with one connection again, and another one
  // after a pause, if there was any. Watched: one without and one with profilers.
  phases: Phase[]
  profiles: Profiles // none if the process ended before they were taken
  harness?: string // folder whose code in the process does not count
  callers?: Caller[] // the most frequent first
  isWorker?: boolean // the process is one of several workers, and the others were not watched
  routes?: Route[]
  ended?: EarlyEnd
}

/** A time with the same load. */
export interface Phase {
  intervals: Interval[]
  load?: SentLoad // absent if others send it
  rests?: (Rest & { requests: number })[] // with many connections: before and after each turn
}

export type LoadedPhase = Required<Phase>

export interface SentLoad {
  answered: number // requests, as the client counts
  errors: number // requests without an answer
  refused: number // answers with a status from 400 on
  failures: string // what they and the errors were, and how many
  latency: number // ms, the median
  took: number // ms
  connections: number
  connectionsClosed: number // by the client at the ends of its turns, with a request on each
  generatorBound: boolean // the load generator was the limit
  backgroundCpu: number // share of one core that other programs used
}

/** Facts for a rule that names those that it needs. */
export type KnownFacts = Required<Facts>

/** Facts that are found by name, too. */
export type Figures = KnownFacts & Record<string, unknown>

/** Text with names of facts in braces. */
export type Figure = string | ((facts: KnownFacts) => string)

/** A condition of a rule: a fact has at least `from`, or is less than `below`. */
export interface Limit {
  from?: number
  below?: number
  most?: string // a fact that bounds it from above; by default, itself
  varies?: boolean // with the CPU time that other programs use, which raises the limit
  rulesOut?: boolean // the fault, if it is missed; by default, it does
}

export interface Rule {
  verdict: string
  when: Record<string, number | Limit> // by fact, in its unit; a number is `from`
  isPart?: boolean // it shows a part of the cases only, and rules nothing out
  harm?: {
    fails?: string[] // the product of these shares of the requests
    slows?: string[] // the product of these shares of their time
    ends?: string // a fact, in seconds
  }
  explainedBy?: string[] // other faults
  shows?: Shown
  figure: Figure
  next: string
  options?: undefined
  tool?: string
}

export interface Judged {
  rule: Rule
  state: 'found' | 'close' | 'unknown' | 'ruled out'
  finding: Finding
}

export interface Conclusion {
  verdict: string
  isHealthy?: boolean
  applies: (facts: KnownFacts) => boolean
  shows?: Shown
  figure: Figure
  next: string
  options?: Advice[]
  tool?: string
}

/** What has to be judged before a process is called healthy. */
export interface Unjudged {
  applies: (facts: KnownFacts, notTested: string[]) => boolean
  what: (facts: KnownFacts) => string
  next: string
  options?: Advice[]
}

export interface StackSample {
  stack: Frame[] // from root to leaf, not empty
  weight: number // µs, ticks or bytes
}

/** A function of the reader's code, with what it calls. */
export interface HotFunction {
  frame: Frame
  callers: Frame[] // of its heaviest sample
  heaviest: number
  count: number // samples
  weight: number
  callees: Map<Frame | undefined, number> // weights; undefined: its own code
}

export type Lines = Map<Frame, Map<number, number>> // ticks by line, by function

/** A connection to the inspector of a process. */
export type Inspector = Awaited<ReturnType<typeof import('./attach/inspector').connectInspector>>

/** What a process listens on. */
export interface ListeningSocket {
  host: string // an address
  port: number
}

export interface TcpSocket extends ListeningSocket {
  remote: string // the other end, as Linux writes it
  isListening: boolean // otherwise it is connected
  isOwn: boolean // of the process, and not of another one in its network
}

/** An inspector that a process opens, or will open. */
export interface OpenedInspector {
  pid: number
  before: ListeningSocket[] // on which it listened before
}

/** An inspector, and where it listens. */
export interface FoundInspector extends ListeningSocket {
  inspector: Inspector
}

export interface ClusterWorker {
  pid: number
  number: number // its primary numbers them as it starts them
  age: number // ms since it was started
}

/** What is watched; no `pid` if an inspector tells it. */
export interface Chosen {
  pid?: number
  worker?: string // which one of a cluster it is, and why
  workers?: Worker[]
  diagnosis?: WatchedDiagnosis // of a cluster whose workers restart: none is watched
}

export type AttachOptions = Pick<WatchOptions, 'onNotice' | 'signal' | 'wait'>

/** By what the worker of a cluster may stand out. */
export interface Difference {
  name: 'cpuPerRequestMs' | 'latencyMs' | 'bytes'
  text: string
  describe: (value: number) => string
}

/** A process that is watched for stalls. */
export interface StallWatch {
  inspector: Inspector
  beat: { time: () => number, stop: () => Promise<void> } // `time`: ms, of the last one
  stop: AbortSignal
  pid: number
  began: number // ms
}

/** Stalls of one kind and place. */
export interface StallGroup extends Pick<Stall, 'kind' | 'place' | 'child'> {
  stalls: Stall[]
}

/** A process that is watched. */
export interface Attached {
  inspector: Inspector
  ask: Ask
  running: WatchedDiagnosis['running']
  worker?: string
  workers?: Worker[]
}

/** What the command line of whyslow has. */
export interface CommandLine {
  seconds?: string
  collect?: boolean
  callers?: boolean
  heap?: boolean
  profile?: boolean
  wait?: boolean
  all?: boolean
  json?: boolean
  'until-slow'?: boolean
  pause?: string
  for?: string
  'save-profile'?: string
}

export type Placed = Pick<Finding, 'shows' | 'place'>

/** Makes a path relative to a folder. */
export type Relative = (location: string) => string

export type AddLine = (label: string, text: string) => unknown

export type Style = Parameters<typeof import('node:util').styleText>[0]

/** How a process is read during some work. */
export interface ReadOptions {
  beat: number // ms between two readings
  intervals?: Interval[] // gets each of them: they are known also if it fails
  onBeat?: () => unknown // is called after each but the last
  pid?: number // of the process; without it, connections of native code are unseen
  signal?: AbortSignal
}

/** How long calls are traced: while there is some work, or for a time. */
export interface TraceOptions {
  time?: number // ms
  work?: () => Promise<unknown>
  isDeep?: boolean // across asynchronous calls, by a debugger; by default, it is
  most?: number // traces
  harness?: string // folder whose code in the process does not count
  signal?: AbortSignal
}

/** What a search for holders does beside. */
export interface HolderOptions {
  work: () => Promise<unknown> // sends requests, and waits for the answers
  scripts: () => Promise<Script[]>
  harness?: string // folder whose code in the process is none of the program
  onNotice?: (notice: string) => void // is told what is done to the process
  signal?: AbortSignal
}

/** A line of least squares, with the 95 % interval of its slope. */
export interface Line {
  a: number
  b: number
  bInterval: [number, number]
}

/** Old objects with one path from the root. */
export interface Owner {
  step: string // the last one of its path
  parent?: Owner
  next: Map<string, Owner> // by step
  nodes: number[]
  count: number
  bytes: number // of new objects
  countedFor?: Owner // it had too little
}

/** A breadth-first walk; typed arrays are by node. */
export interface Walk {
  order: Uint32Array // nodes
  parents: Uint32Array
  via: Uint32Array // edges from them
  isNew: Uint8Array
  owners: Owner[] // parents first
  ownerOf: Owner[] // by node
  bytes: number // of new objects
  objects: number
}

export type Search = ReturnType<typeof import('./holders/search').startSearch>

/** A walk in progress. */
export type Walked = Pick<Walk, 'parents' | 'via' | 'isNew' | 'ownerOf' | 'owners'>

/** What a heap snapshot begins with. */
export interface SnapshotHead {
  node_count: number
  edge_count: number
  meta: {
    node_fields: string[]
    node_types: [string[], ...unknown[]]
    edge_types: [string[], ...unknown[]]
  }
}

/** Reads a snapshot: what has arrived of it, and not been read. */
export interface SnapshotInput {
  text: string
}

/** Gets the chunks of a snapshot. */
export type SnapshotReader<T> = Generator<undefined, T, string>

export type EdgeTest = (graph: HeapGraph, node: number, edge: number) => boolean

/** What a search in a heap needs beside its snapshot. */
export interface HeapQuestion {
  mark: number // new objects have larger ids
  scripts: Script[]
  harness?: string // folder whose code in the process is none of the program
}

// What the build of the one file puts around it: the whole program, and which piece of it runs.
declare global {
  const whyslow: () => void
  const piece: 'closer' | 'search' | undefined
}
