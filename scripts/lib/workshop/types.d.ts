export type { CaseCheck } from './case-check'
export type { Case, Progress, Dealt } from './cases'
export type { Block, BlockResult, Options } from './chapters'
export type { Answer, Observation, Goal } from './exercise-checks'

/** A check of this machine before the workshop. */
export interface Check {
  name: string
  /** The workshop works without it: a failure is only a warning. */
  optional?: boolean
  /** What to do about a failure. */
  remedy: string
  check: (signal: AbortSignal) => Promise<{ ok: boolean, value: string }>
}

export interface BundleOptions {
  /** Files and folders that git does not track, relative to the project. */
  built: string[]
  signal: AbortSignal
  onStep: (step: string) => void
}
