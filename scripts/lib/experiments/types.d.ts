import type { Load, Request, Result } from '../measure/types'
import type { Environment } from '../system/types'
import type { Interval, Line, PairedContrast } from '../statistics/types'

export type { Target } from '../measure/types'
export type { Evaluated, TargetRatio } from './lab-figures'
export type { Trial, Observe } from './lab-trials'
export type {
  Lab, Settings, Experiment, Observation, Figure, Conclusion, Figures, Ratio
} from './labs'
export type { NamedLab, LabOptions, LabResult, MeasuredExperiment, MeasuredTarget } from './run-lab'

/** Several targets measured in turns; with two targets, a comparison. */
export interface Series {
  schema: number // version of this shape
  kind: string // series
  startedAt: string // ISO 8601, UTC
  environment: Environment // before the first run
  settings: SeriesSettings
  targets: MeasuredRuns[]
}

export interface MeasuredRuns {
  name: string
  runs: Result[] // in the order they were measured
}

export type SeriesSettings = Omit<Load, 'url'> & {
  warmup?: number // s
  runs: number // of each target
}

export interface SeriesOptions {
  progress?: boolean // draw a progress bar of each load on stderr
  onProgress?: OnProgress
  onResult?: (result: Result) => void
  signal?: AbortSignal
}

export type OnProgress = (share: number) => void // 0 to 1

/** A median with its 95 % interval, which needs six values. */
export interface Middle {
  median: number
  interval: Interval | null
}

export interface TargetSample {
  name: string
  n: number // runs
  rate: Middle // req/s
  limited: boolean // the load generator was the bottleneck of a run
  cpu: Middle | null // µs per request; null if unknown
}

/**
 * What a measured ratio of req/s says of the true one where the load generator was the bottleneck:
 * a lower bound, an upper bound, or nothing.
 */
export type Bound = '' | '≥' | '≤' | '?'

/** How many times as fast B is as A. */
export interface SpeedUps {
  byCpu: PairedContrast | null // by CPU time per request; null if unknown
  byRate: PairedContrast // by requests per second
  bound: Bound // of byRate
}

export interface Analysis extends SpeedUps {
  a: TargetSample
  b: TargetSample
  warnings: string[] // reasons to distrust it, one sentence each
}

export interface Limits {
  maxLoss?: number // %
  minRatio?: number
}

export interface Gate {
  passed: boolean
  verdict: string // one sentence
}

/** How the service time of a request grows with the number of requests before it. */
export interface Growth {
  schema: number // version of this shape
  kind: string // growth
  stage: string // name of the target
  code?: string // of the exercise: a short hash of its files
  startedAt: string // ISO 8601, UTC
  environment: Environment // before the start
  settings: GrowthSettings
  samples: GrowthSample[] // after 1, 2, 4, … requests and at the end
  blocks: Block[] // the points of the fit
  fit: Line // service time in ms = a + b·k, after k requests
}

/** The run ends with the first of both limits. */
export type GrowthSettings = Request & {
  duration: number // s
  max: number // requests
}

export interface GrowthSample {
  requests: number // served so far
  listeners: number | null
  ms: number // mean service time since the sample before
  perSecond: number // req/s since the sample before
}

/** Consecutive requests. */
export interface Block {
  requests: number // the middle of the block
  ms: number // mean service time
}

export interface GrowthOptions {
  onProgress?: OnProgress
  signal?: AbortSignal
}
