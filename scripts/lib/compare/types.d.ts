import type {
  Header, LoadMeasurement, LoadOptions, Request, Result, Settings, Target
} from '../load/types'

export type * from '../load/types'

export type Interval = [low: number, high: number]

export interface Middle {
  median: number
  interval: Interval | null // 95 %, from six values on
}

export interface RunsSummary {
  n: number
  rate: Middle // req/s
  limited: boolean // the load generator was the bottleneck of a run
  cpu: Middle // µs per request
  user: Middle // the part of it outside the kernel
}

/** Several targets measured in turns; with two targets, a comparison. */
export interface Series extends Header {
  settings: SeriesSettings
  targets: { name: string, runs: Result[] }[]
}

export type SeriesSettings = Settings & { runs: number } // of each target

export interface SeriesOptions {
  signal?: AbortSignal
  onProgress?: OnProgress
  measure?: Measure // measures each run in a way of its own, not in turns
}

export type OnProgress = (share: number) => void // 0 to 1

export type GrowthOptions = Pick<SeriesOptions, 'signal' | 'onProgress'>

/** A target, with what its runs have measured so far. */
export interface MeasuredTarget {
  target: Target
  runs: Result[]
}

/** Starts a run of one target, whose load is sent in turns. */
export type StartRun = (
  target: Target,
  settings: Settings,
  options: Pick<SeriesOptions, 'signal'>
) => Promise<StartedRun>

export interface StartedRun {
  warmed?: LoadMeasurement // what the warm-up measured, if there was one
  send: (duration: number) => Promise<void> // s
  untilIdle: () => Promise<void>
  result: () => Result
  stop: () => Promise<void>
}

export type RoundOptions = SeriesOptions & { onProgress: OnProgress }

/** Adds a run to each target. */
export type MeasureRound<Options> = (
  measured: MeasuredTarget[],
  load: Settings,
  options: Options
) => Promise<void>

/** Measures one run. A lab's own one gives its figures instead. */
export type Measure = (
  target: Target,
  load: LabLoad,
  options: LoadOptions
) => Promise<Result & { others?: Record<string, LoadMeasurement> }>

/** A load, with what a lab adds to it. */
export type LabLoad = any

/** What a ratio of req/s is if the load generator was the bottleneck; `?`: unknown. */
export type Bound = '' | '≥' | '≤' | '?'

/** How many times as fast B is as A. */
export interface Analysis {
  a: RunsSummary & { name: string }
  b: RunsSummary & { name: string }
  byCpu: PairedContrast
  byUser: PairedContrast
  byRate: PairedContrast
  bound: Bound // of byRate
  warnings: string[] // sentences
}

export interface Gates {
  maxLoss?: number // %
  minRatio?: number
}

/** `low` and `high` are the interval of the ratio; `maxLoss` is in %. */
export type JudgeLoss = (
  name: string,
  ratio: number,
  low: number,
  high: number,
  maxLoss: number
) => { passed: boolean, verdict: string }

/** How the service time of a request grows with the number of requests before it. */
export interface Growth extends Header {
  target: string // its name
  settings: Request & GrowthLimits
  samples: { // after 1, 2, 4, … requests and at the end
    requests: number // served so far
    listeners: number | null
    ms: number // mean service time since the sample before
    perSecond: number // req/s since the sample before
  }[]
  fit: Line // service time in ms = a + b·k, after k requests
}

/** What docs/labs/<name>/lab.js exports. */
export interface Lab {
  name: string // of its folder: findLab adds it
  title: string
  question: string
  runs: number // of each target, by default
  duration: number // s of load in a run, by default
  requires?: string[] // other labs whose servers it runs
  parts: LabPart[]
  figuresInRows?: boolean // many figures: the tables have their targets in columns
}

/** Several targets under the same load, shown in one table. */
export interface LabPart {
  name: string
  title: string
  targets?: Target[] // the first one is the reference
  load?: LabLoad // for `measureSeries`; `duration`: the least, in s
  measure?: Measure // one run that is no plain load: resolves to its figures
  figures: LabFigure[]
  note?: string // how to read the table
  claims?: LabClaim[]
  stepwise?: boolean // each target is compared with the one before it, not with the first
  skipped?: string // why it cannot be measured
  prepare?: (settings: LabSettings) => Promise<Partial<LabPart>> // what depends on the settings
}

export interface LabFigure {
  name: string
  label: string
  unit?: string
  compared?: boolean // the table compares the targets by it
  limitedBy?: string // the figure that is 1 if the load generator was its limit
  read?: (result: Result) => number
}

/** A sentence that each run checks: the 95 % interval of a ratio lies above or below a limit. */
export interface LabClaim {
  claim: string
  ratio: [target: string, reference: string, figure: string]
  above?: number
  below?: number
}

export interface LabSettings {
  runs?: number
  duration?: number // s
  nodes: string // versions of Node.js
  signal: AbortSignal
}

export interface LabResult extends Header {
  lab: string
  title: string
  settings: { runs: number, duration: number }
  parts: MeasuredPart[]
}

export type MeasuredPart = Omit<LabPart, 'targets'|'measure'|'claims'|'prepare'> & {
  targets: LabTarget[]
}

/** Figures of a target's runs, by name. */
export interface LabTarget {
  name: string
  runs: Record<string, number | null | undefined>[]
}

/** y = a + b·x, with 95 % intervals. */
export interface Line {
  a: number
  b: number
  aInterval: Interval
  bInterval: Interval
  r2: number // share of the variance that the line explains
}

export interface GrowthLimits {
  duration: number // s
  max: number // requests
}

/** How B compares with A, judged over pairs of runs. */
export interface PairedContrast {
  ratio: number // B to A: the geometric mean over the pairs
  interval: Interval | null // 95 % confidence interval of the ratio
  p: number // the probability of a ratio at least this far from 1 if both were equal
  pairs: number // each has a run of A and one of B
  deviation: number // standard deviation of the pairs' log-ratios
}
