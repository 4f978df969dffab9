import type { Header, Listening, Load, LoadMeasurement, Sample } from '../measure/types'
import type { AtRest, Evidence, ExcessListeners, Route, Watched, WatchReading } from '../preload/types'
import type { UserFrame } from '../profiling/types'

export type { WatchReading, Watched }

export interface Settings {
  alone: number // s of load with one connection
  connections: number // of the second load
  duration: number // s of the second load
}

export interface WatchSettings {
  watch: number // s
  listeners?: boolean // look for listeners, however large the heap is
  collect?: boolean // force garbage collections
}

export interface WatchOptions {
  onNotice?: (notice: string) => void // is told before something is done to the process
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** What was collected during one load. */
export interface LoadEvidence {
  measured: LoadMeasurement
  sample: Sample
  evidence: Evidence // without the connections and cut-off requests of the load itself
  windows: { answered: number, cpuTime: number }[] // requests and µs, of short intervals
  atRest: (AtRest & { requests: number })[] // before the load, and after each of its turns
  backgroundCpu: number // share of one core
}

/** What a walk over the heap has found. */
export interface WalkedHeap {
  most?: ExcessListeners
  answered: number // requests until then
}

/** The figures that the rules judge: of the second load, or of the time that a server was watched. */
export interface Facts {
  answered: number // requests
  errorShare: number // of the requests: without an answer, or with an error, 0 to 1
  cpuPerRequest: number // ms of CPU time
  elu: number // event-loop utilisation, 0 to 1
  eluAlone: number // with one connection
  gcShare: number // of the time in garbage collections, 0 to 1
  kept: number // bytes in use after the load, beyond those before it
  keptPerRequest: number // bytes, at least: the lower end of the interval of the growth
  poolDelay: number // ms of a tiny file call, the median
  loopDelay: number // ms of a timer, the median
  serviceTime: number // ms of a request with one connection
  serviceCpu: number // ms of CPU time of a request with one connection
  latency: number // ms, the median
  backend: string // host and port that gets the most requests of the server; '' if none does
  callsPerRequest: number // requests to it, with one connection
  callsAtOnce: number // the most requests to other servers in progress, with one connection
  syncShare: number // of the CPU time in synchronous calls for files and processes, 0 to 1
  inProgress: number // requests, the median
  connectionsPerRequest: number // accepted

  // Of a server that was loaded.
  opened?: Record<string, number> // resources that grow with the requests, by kind
  openedPerRequest?: number // of the kind that grows the most, at least
  costGrowth?: number // CPU time per request late in the load, to the lowest with one connection
  costGrowthAlone?: number // the same of one connection
  costGrowthLate?: number // in the second half of the second load, compared with its first half
  timeInServer?: number // ms, the mean by Little's law: the rest is spent in the load generator
  stalls?: number // how often a timer was late for longer than a request explains
  stallShare?: number // of the time with one connection, 0 to 1
  longestStall?: number // ms
  generatorBound?: boolean // the load generator was the limit
  backgroundCpu?: number // CPU time of other programs, as a share of one core

  // Of a running server.
  isWatched?: true
  uncollected?: number // bytes by which the heap grew without a collection
  leastGrowth?: number // CPU time per request at the end, to the beginning, at least
  listenersPerRequest?: number // added to the event that has the most
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
}

interface AnyDiagnosis extends Header, Findings {
  target: string
  facts: Facts
  hottestFrame?: UserFrame // of your code
  keptFrame?: UserFrame // of your code, by what is kept
  excessListeners: ExcessListeners[]
  warnings: string[] // sentences
}

export interface Diagnosis extends AnyDiagnosis {
  settings: Settings
  load: Load
  listening: Listening
  alsoListening: Listening[] // on other ports
  measured: LoadMeasurement // the second load
}

/** Of a running server. */
export interface WatchedDiagnosis extends AnyDiagnosis {
  settings: WatchSettings
  running: { pid: number, node: string, command: string }
  routes: Route[] // the one with the most time first
}
