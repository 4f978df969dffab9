import type { Profiler, HeapProfiler } from 'node:inspector'

// What is observed in a process.

/** Asks the observer: `ask('read')`. */
export type Ask = (question: string, argument?: unknown) => Promise<any>

export interface Observer {
  start: () => void // begins, or begins anew
  read: () => Interval // of the time since the last reading
  rest: () => Promise<Rest> // waits until no request is in progress; a new interval begins
  startProfile: (steps: ProfileSteps) => void
  stopProfile: (steps: ProfileSteps) => Profiles
  scripts: () => Script[]
  end: () => Route[] // since the start
}

/** What happened between two readings. Times are in ms. */
export interface Interval {
  time: number
  cpuTime: number // user and system
  loop: { active: number, idle: number } // of the event loop
  serving: { active: number, idle: number } // the same, while requests were in progress
  heap: number // bytes in use at the end
  latency: number // the median of all requests since the start
  served: number // requests that came in
  answered: number // requests, those that came in before included
  ended: number // requests that came in and have ended
  failed: number // of them without an answer, or with a status from 500 on
  serviceTime: number // that all requests took together
  sockets: number // connections that were accepted
  outgoing: Record<string, number> // requests to other servers, by host and port
  outgoingAtOnce: number // the most of them in progress
  gcTime: number // in garbage collections, without those that the process forced itself
  majorGcTime: number // the part of it in major ones, with those that an inspector forced
  coreWait: number // that the thread had work, but no core (Linux)
  collected: { requests: number, bytes: number }[] // in use after each major collection
  poolDelays: number[] // of a tiny file call, ten times a second
  loopDelays: number[] // of a timer, at the same moments
  inProgress: number[] // requests, at the same moments
}

/** What a process keeps when no request is in progress. */
export interface Rest {
  bytes: number // in use after a collection
  resources: Record<string, number> // that keep the event loop alive, by kind
  inProgress: number // requests that have not ended in time
}

/** The requests of a method and path. */
export interface Route {
  name: string // such as `GET /users/:id`
  requests: number
  time: number // ms from start to end, of all of them
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
}

export interface Profiles {
  cpu?: RunProfile
  heap?: HeapProfiler.SamplingHeapProfile
}

export interface RunProfile extends Profiler.Profile {
  sourceMaps?: Record<string, string> // data: URLs, by the script that a loader transpiled
}

/** An event with more than ten listeners. */
export interface ExcessListeners {
  emitter: string // name of the emitter's class
  event: string
  listeners: number
  location: string // `file:line` of a listener, or where one was added; '' if unknown
}

// The evidence that is judged.

/** Of a server that was loaded, or of a process that was watched. */
export type Evidence = LoadedEvidence | WatchedEvidence

interface AnyEvidence {
  profiles: Required<Profiles>
  harness?: string // folder whose code in the process does not count
}

export interface LoadedEvidence extends AnyEvidence {
  cold: Loaded // the first requests, with one connection
  alone: Loaded // one connection
  main: Loaded & { rests: (Rest & { requests: number })[] } // many; before and after each turn
}

export interface WatchedEvidence extends AnyEvidence {
  main: { intervals: Interval[] }
  profiled: { intervals: Interval[] } // while the profiles were taken
  walks?: (ExcessListeners | undefined)[] // the event with the most listeners, before and after
  hasForced?: boolean // major collections were forced
}

export interface Loaded {
  intervals: Interval[]
  load: {
    answered: number // requests, as the client counts
    errors: number // requests without an answer
    refused: number // answers with a status from 400 on
    latency: number // ms, the median
    took: number // ms
    connectionsClosed: number // by the client at the ends of its turns, with a request on each
    generatorBound: boolean // the load generator was the limit
    backgroundCpu: number // share of one core that other programs used
  }
}

/** What the rules judge, of the second load or of the watched time; absent if it is not known. */
export interface Facts {
  answered: number // requests
  errorShare?: number // of the requests, with those without an answer
  cpuPerRequest: number // ms of CPU time
  elu: number // event-loop utilisation
  threadCpu: number // of other threads than that of the event loop, in cores
  eluServing: number // while requests are in progress; of a loaded server, with one connection
  gcShare: number // of the time in garbage collections
  kept?: number // bytes in use after the load, beyond those before it
  keptPerRequest?: number // bytes: the lower end of the interval
  poolDelay?: number // ms of a tiny file call, the median
  loopDelay?: number // ms of a timer, the median
  serviceTime?: number // ms of a request alone: with one connection, as all that is "alone"
  serviceCpu: number // ms of CPU time of a request alone
  latency: number // ms, the median
  backend: string // host and port with the most requests of the server, or ''
  callsPerRequest: number // requests to it, alone
  syncShare: number // of the CPU time in synchronous I/O
  inProgress: number // requests, the median
  connectionsPerRequest?: number // accepted
  stalls?: number // delays of a timer that no request explains, alone
  stallShare?: number // of the time
  longestStall?: number // ms

  // Of a server that was loaded.
  opened?: Record<string, number> // resources by kind
  openedPerRequest?: number // of the kind that grows the most
  costGrowth?: number // CPU time per request, late to the lowest alone
  costGrowthAlone?: number // late with one connection, to the lowest
  costGrowthLate?: number // in the second half of the load to its first half
  timeInServer?: number // ms, the mean by Little's law
  callsAtOnce?: number // requests of one request that are in progress at once
  generatorBound?: boolean // the load generator was the limit
  backgroundCpu?: number // share of one core that other programs used

  // Of a running server.
  isWatched?: true
  collections?: number // major ones
  uncollected?: number // bytes that each collection left more, or the heap grew without two
  mostKeptPerRequest?: number // bytes: the upper end of the interval, of five collections or more
  mostGcShare?: number // with the major collections that this command forced
  timerShare?: number // of the CPU time: callbacks of timers
  leastGrowth?: number // of the CPU time per request: the lower end
  listenersPerRequest?: number // added to the event that has the most
}

/** Facts for a rule that names those that it needs. */
export type KnownFacts = Required<Facts>

/** By fact, in its unit. */
export type Limits = Record<string, number>

export interface Rule {
  verdict: string
  needs: (keyof Facts)[]
  limits: Limits
  about: string // what it is judged by, for the docs
  strength: (facts: KnownFacts, limits: Limits) => number // how many times its limit
  excludes?: (facts: KnownFacts, limits: Limits) => boolean // if not found: is it ruled out?
  explainedBy?: string[] // other faults
  figure: (facts: KnownFacts) => string
  next: string
  tool?: string
}

export interface Conclusion {
  verdict: string
  applies: (facts: KnownFacts) => boolean
  figure: (facts: KnownFacts) => string
  next: string
  tool?: string
}

export interface Finding {
  verdict: string
  strength: number // of a fault: how many times its limit; otherwise 0
  figure: string // what it is judged by
  next: string // what to do
  tool?: string // make target that shows more
}

export interface Findings {
  first: Finding // the verdict
  others: Finding[] // further faults, the strongest first
  ruledOut: Finding[] // faults that the server does not have
  notTested: string[] // verdicts that are neither
}

/** What `judge` says. */
export interface Judgement extends Findings {
  facts: Facts
  hottestFrame?: UserFrame // of your code
  jobFrame?: UserFrame // of your code, in callbacks of timers
  keptFrame?: UserFrame // of your code, by what is kept
}

/** Of a running process. */
export interface WatchedDiagnosis extends Judgement {
  settings: { seconds: number, listeners: boolean, collect: boolean }
  took: number // s of watching
  running: { pid: number, node: string, script: string }
  excessListeners: ExcessListeners[]
  routes: Route[] // the one with the most time first
  untested: string[] // what a setting would look for
}

export interface WatchOptions {
  seconds?: number
  listeners?: boolean // look for listeners, however large the heap is
  collect?: boolean // force garbage collections
  onNotice?: (notice: string) => void // is told what is done to the process
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** What a card shows beyond a judgement. */
export interface CardOptions {
  title: string
  lines?: string[][] // name and text of each, above the evidence
  warnings?: string[]
  excessListeners?: ExcessListeners[]
  untested?: string[] // what a setting would look for
  command?: string // that shows more of the fault
  root?: string // folder to which paths are relative
}

// Stacks.

export interface Frame {
  name: string // of the function
  file: string // path; 'node:…' for Node.js itself; '' for code that is not JavaScript
  line: number // from 1; 0 if unknown
}

export interface StackSample {
  stack: Frame[] // from root to leaf, not empty
  weight: number // µs, ticks or bytes
}

export interface HotFrame {
  frame: Frame
  share: number // of the total weight, 0 to 1
}

/** A function of your code, with what packages and Node.js do for it. */
export interface UserFrame extends HotFrame {
  self: number // share of its own code
  callee?: { name: string, share: number } // what it calls the most: a package, or a function
}

export interface HotFrames {
  self: HotFrame[] // by the stacks that end in the frame
  total?: HotFrame[] // by all stacks with the frame
}

// The inspector.

/** A process, by its id or by its inspector. */
export interface Running {
  pid?: number
  host?: string
  port?: number
}

/** A connection to the inspector of a process. */
export type Inspector = Awaited<ReturnType<typeof import('./attach/inspector').connectInspector>>

/** What a process listens on. */
export interface ListeningSocket {
  host: string // an address
  port: number
}

/** An inspector that a process opens, or will open. */
export interface OpenedInspector {
  pid: number
  before: ListeningSocket[] // on which it listened before
}

/** A line of least squares, with the 95 % interval of its slope. */
export interface Line {
  a: number
  b: number
  bInterval: [number, number]
}

export function watch (running: Running, options?: WatchOptions): Promise<WatchedDiagnosis>
export function judge (evidence: Evidence): Judgement
/** Writes a card; a running process has lines of its own. */
export function format (diagnosis: Judgement | WatchedDiagnosis, options: CardOptions): string
