export type { Limits, Gate } from './gate'
export type { Growth, GrowthSample, Fit, OnProgress, GrowthOptions } from './growth'
export type { Middle, TargetSample, Analysis } from './analysis'
export type { Target, Series, SeriesSettings, SeriesOptions, Comparison } from './series'
export type { Verb } from './warnings'

import type { Result, Target } from '../measure/types'
import type { Environment } from '../system/types'

/** What docs/labs/<name>/lab.js exports. */
export interface Lab {
  title: string
  question: string
  runs: number // of each target, by default
  duration: number // s of load in a run, by default
  requires?: string[] // other labs whose servers it runs
  parts: LabPart[]
  table?: (part: MeasuredPart) => { head: string[], rows: string[][] } // instead of the medians
}

export type NamedLab = Lab & { name: string, folder: string }

/** Several targets under the same load, shown in one table. */
export interface LabPart {
  name: string
  title: string
  // the first one is the reference
  targets: Target[]|((settings: LabSettings) => Promise<Target[]>)
  load?: any // as for `measureSeries`, or what `measure` needs
  minDuration?: number // s of load, where a shorter one may get no answer on a busy machine
  measure?: (target: Target, load: any, signal: AbortSignal) => Promise<LabRun> // one run
  figures: LabFigure[]
  note?: string|((targets: Target[]) => string) // how to read the table
  claims?: LabClaim[]
  skip?: (signal: AbortSignal) => string|undefined|Promise<string|undefined> // what is missing
}

export interface LabFigure {
  name: string
  label: string
  unit?: string
  compared?: boolean // the table compares the targets by it
  limitedBy?: string // the figure that is 1 if the load generator was its limit
  read?: (result: Result) => number|null|undefined
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

/** The figures of a run by their names; null where one was not measured. */
export type LabRun = Record<string, number|null|undefined>
export interface LabTarget { name: string, runs: LabRun[] }
export interface LabRatio {
  ratio: number|null // null if a run has 0
  interval: [number, number]|null // 95 %; null if there are too few runs
}
export interface CheckedClaim {
  text: string // with the ratio and its interval
  verdict: 'shown'|'not shown'|'not measured'
}

export type MeasuredPart = Pick<LabPart, 'name'|'title'|'load'|'figures'> & {
  note?: string
  skipped?: string // why it was not measured
  targets: LabTarget[]
}

export interface LabResult {
  schema: number
  kind: string
  lab: string
  title: string
  startedAt: string // ISO 8601, UTC
  environment: Environment
  settings: { runs: number, duration: number }
  parts: MeasuredPart[]
}
