import type { Caller, Holders, Judgement, ProfileSteps } from '../../whyslow/types'
import type {
  ExcessListeners, Header, Listening, Load, LoadMeasurement, LoadOptions, TargetValues, Values
} from '../load/types'

export type * from '../load/types'

export interface DiagnosisSettings {
  alone: number // s of load with one connection
  connections: number // of the second load
  duration: number // s of the second load
}

export interface DiagnosisOptions extends Pick<LoadOptions, 'onProgress' | 'signal'> {
  onNotice?: (notice: string) => void // is told how long it takes, if a request takes seconds
}

/** Of a server that was started and loaded. */
export interface Diagnosis extends Header, Judgement {
  target: string
  settings: DiagnosisSettings
  load: Load
  listening: Listening
  alsoListening: Listening[] // on other ports
  measured: LoadMeasurement // the second load
  excessListeners: ExcessListeners[]
  warnings: string[]
}

/** How a load is observed. */
export interface ObserveOptions {
  timeout?: number // s for an answer
  onTurn?: (seconds: number) => void
  profile?: ProfileSteps // of a profiler, which is on meanwhile
  isRested?: boolean // reads after each turn what the server keeps
}

/** What may be given of a target, or of a running process, on the command line. */
export type RunningValues =
  Partial<Values<typeof import('./running').runningFlags>> & TargetValues

/** What was found of the causes of faults. */
export interface Causes {
  warnings: string[]
  callers?: Caller[]
  holders?: Holders
}
