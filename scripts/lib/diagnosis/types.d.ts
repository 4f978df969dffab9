import type {
  Header,
  Listening,
  Load,
  LoadMeasurement,
  Sample
} from '../measure/types'
import type {
  AtRest,
  Evidence,
  ExcessListeners,
  Route,
  Script,
  Watched,
  WatchReading
} from '../preload/types'
import type { UserFrame } from '../profiling/types'

export type { ExcessListeners, Script, Watched, WatchReading }

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

export interface Options {
  onNotice?: (notice: string) => void // before a running server is touched
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

interface CostWindow {
  answered: number // requests
  cpuTime: number // µs
}

/** What was collected during one load. */
export interface LoadEvidence {
  measured: LoadMeasurement
  sample: Sample
  evidence: Evidence // without what the load itself opened and cut off
  windows: CostWindow[] // of short intervals
  atRest: (AtRest & { requests: number })[] // before and after each turn
  backgroundCpu: number // share of one core
}

/** What the rules judge, of the second load or of the watched time; absent if it is not known. */
export interface Facts {
  answered: number // requests
  errorShare: number // of the requests, with those without an answer
  cpuPerRequest: number // ms of CPU time
  elu: number // event-loop utilisation
  threadCpu: number // of other threads than that of the event loop, in cores
  eluServing: number // while requests are in progress; of a loaded server, with one connection
  gcShare: number // of the time in garbage collections
  kept?: number // bytes in use after the load, beyond those before it
  keptPerRequest?: number // bytes: the lower end of the interval
  poolDelay?: number // ms of a tiny file call, the median
  loopDelay?: number // ms of a timer, the median
  serviceTime: number // ms of a request alone: with one connection, as all that is "alone"
  serviceCpu: number // ms of CPU time of a request alone
  latency: number // ms, the median
  backend: string // host and port with the most requests of the server, or ''
  callsPerRequest: number // requests to it, alone
  callsAtOnce: number // the most in progress, alone
  syncShare: number // of the CPU time in synchronous I/O
  inProgress: number // requests, the median
  connectionsPerRequest: number // accepted
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

interface AnyDiagnosis extends Header, Findings {
  target: string
  facts: Facts
  hottestFrame?: UserFrame // of your code
  jobFrame?: UserFrame // of your code, in callbacks of timers
  keptFrame?: UserFrame // of your code, by what is kept
  excessListeners: ExcessListeners[]
}

export interface Diagnosis extends AnyDiagnosis {
  settings: Settings
  load: Load
  listening: Listening
  alsoListening: Listening[] // on other ports
  measured: LoadMeasurement // the second load
  warnings: string[] // sentences
}

/** Of a running server. */
export interface WatchedDiagnosis extends AnyDiagnosis {
  settings: WatchSettings
  took: number // s, with the walks over the heap
  running: { pid: number, node: string, script: string }
  routes: Route[] // the one with the most time first
  untested: string[] // what a setting would look for
}
