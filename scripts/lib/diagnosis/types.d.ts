import type { Header, Listening, Load, LoadMeasurement, Sample } from '../measure/types'
import type { AtRest, Evidence, ExcessListeners, WatchReading, Route, Watched } from '../preload/types'
import type { UserFrame } from '../profiling/types'

export type { WatchReading, Watched }

export interface Settings {
  alone: number // s of load with one connection
  connections: number // of the second load
  duration: number // s of the second load
}

/** An interval of a load. */
export interface Window {
  answered: number // requests
  cpuTime: number // µs
}

/** What the process kept after so many requests of a load. */
export type Point = AtRest & { requests: number }

/** What a walk over the heap has found. */
export interface WalkedHeap {
  most?: ExcessListeners
  answered: number // requests until then
}

/** What was collected during one load. */
export interface LoadEvidence {
  measured: LoadMeasurement
  sample: Sample
  evidence: Evidence // without the connections and cut-off requests of the load itself
  windows: Window[]
  atRest: Point[] // before the load, and after each of its turns
  backgroundCpu: number // share of one core
}

/**
 * The figures that the rules judge. Unless they say "alone", they are those of the second load. Of a
 * running server, they are those of the watched time, and there is no "alone".
 */
export interface Facts {
  isWatched?: true // a running server
  leastGrowth?: number // of a running server: CPU time per request at the end, to the beginning
  uncollected?: number // of a running server: bytes by which the heap grew without a collection
  listenersPerRequest?: number // of a running server: added to the event that has the most
  answered: number // requests
  errorShare: number // of the requests: without an answer, or with an error, 0 to 1
  cpuPerRequest: number // ms of CPU time
  elu: number // event-loop utilisation, 0 to 1
  eluAlone: number
  gcShare: number // of the time in garbage collections, 0 to 1
  kept: number // bytes in use after the load, beyond those before it
  keptPerRequest: number // bytes, at least: the lower end of the interval of the growth
  growing: Record<string, { more: number, perRequest: number }> // resources, by kind
  costGrowth: number // CPU time per request late in the load, to the lowest with one connection
  costGrowthAlone: number // the same of one connection
  costGrowthLate: number // in the second half of the second load, compared with its first half
  poolDelay: number // ms of a tiny file call, the median
  loopDelay: number // ms of a timer, the median
  serviceTime: number // ms of a request alone
  serviceCpu: number // ms of CPU time of a request alone
  latency: number // ms, the median
  timeInServer: number // ms, the mean by Little's law: the rest is spent in the load generator
  stalls: number // alone: how often a timer was late for longer than a request explains
  stallShare: number // of the time, 0 to 1
  longestStall: number // ms
  backend: string // host and port that gets the most requests of the server; '' if none does
  callsPerRequest: number // requests to it, alone
  callsAtOnce: number // the most requests to other servers in progress for one request
  syncShare: number // of the CPU time in synchronous calls for files and processes, 0 to 1
  inProgress: number // requests, the median
  connectionsPerRequest: number // accepted
  generatorBound: boolean // the load generator was the limit
  backgroundCpu: number // CPU time of other programs, as a share of one core
}

export interface Rule {
  verdict: string
  strength: (facts: Facts) => number // how many times its limit; from 1 on, the rule applies
  unless?: (facts: Facts) => boolean // another fault explains it: neither a finding nor ruled out
  alone?: true // it is judged by a load of one connection, or at rest: not in a running server
  anyway?: true // it needs no requests
  figure: (facts: Facts) => string // what it is judged by
  next: string // what to do
  tool?: string // make target that shows more
}

export interface Finding {
  verdict: string
  strength: number
  figure: string
  next: string
  tool?: string
}

export interface Findings {
  first: Finding // the verdict
  others: Finding[] // further faults, the strongest first
  ruledOut: Finding[] // faults that the server does not have
}

export interface Diagnosis extends Header, Findings {
  kind: 'diagnosis'
  target: string
  settings: Settings
  load: Load
  listening: Listening
  alsoListening: Listening[] // on other ports
  measured: LoadMeasurement // the second load
  facts: Facts
  hottestFrame?: UserFrame // of your code
  keptFrame?: UserFrame // of your code, by what is kept
  excessListeners: ExcessListeners[]
  warnings: string[] // sentences
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

/** Of a running server. */
export interface WatchedDiagnosis extends Header, Findings {
  kind: 'diagnosis'
  target: string
  settings: WatchSettings
  running: { pid: number, node: string, command: string }
  facts: Facts
  hottestFrame?: UserFrame // of your code
  keptFrame?: UserFrame // of your code, by what is kept
  excessListeners: ExcessListeners[]
  routes: Route[] // the one with the most time first
  warnings: string[] // sentences
}
