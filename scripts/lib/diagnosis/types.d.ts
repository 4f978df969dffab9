import type { Header, LoadMeasurement, Sample } from '../measure/types'
import type { Evidence, ExcessListeners } from '../preload/types'
import type { HotFrame } from '../profiling/types'

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

/** What was collected during one load. */
export interface LoadEvidence {
  measured: LoadMeasurement
  sample: Sample
  evidence: Evidence
  windows: Window[]
  backgroundCpu: number // share of one core
}

/** The figures that the rules judge. Unless they say "alone", they are those of the second load. */
export interface Facts {
  answered: number // requests
  errorShare: number // of the requests, 0 to 1
  cpuPerRequest: number // ms of CPU time
  elu: number // event-loop utilisation, 0 to 1
  gcShare: number // of the time in garbage collections, 0 to 1
  retained: number // bytes in use after a collection, beyond those before the load
  retainedPerRequest: number // bytes
  costGrowth: number // CPU time per request late in the load, to the lowest in the first load
  costGrowthAlone: number // the same of the first load
  poolDelay: number // ms of a tiny file call, the median
  loopDelay: number // ms of a timer, the median
  serviceTime: number // ms of a request alone
  serviceCpu: number // ms of CPU time of a request alone
  syncShare: number // of the CPU time in synchronous calls for files and processes, 0 to 1
  inProgress: number // requests, the median
  resources: Record<string, number> // that keep the event loop alive, by kind, the most of each
  generatorBound: boolean // the load generator was the limit
  backgroundCpu: number // CPU time of other programs, as a share of one core
}

export interface Rule {
  verdict: string
  applies: (facts: Facts) => boolean
  unless?: (facts: Facts) => boolean // another fault explains it: neither a finding nor ruled out
  figure: (facts: Facts) => string // what it is judged by; also says what rules it out
  next: string // what to do
  tool?: string // make target that shows more
}

export interface Finding {
  verdict: string
  figure: string
  next: string
  tool?: string
}

export interface Findings {
  first: Finding // the verdict
  others: Finding[] // further faults
  ruledOut: Finding[] // faults that the server does not have
}

export interface Diagnosis extends Header, Findings {
  kind: 'diagnosis'
  target: string
  settings: Settings
  facts: Facts
  hottestFrame?: HotFrame // of your code
  excessListeners: ExcessListeners[]
}
