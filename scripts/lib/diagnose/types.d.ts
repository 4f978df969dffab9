import type { Judgement } from '../../whyslow/types'
import type { Header, Load, LoadMeasurement } from '../load/types'
import type { ExcessListeners, Listening } from '../server/types'

export interface DiagnosisSettings {
  alone: number // s of load with one connection
  connections: number // of the second load
  duration: number // s of the second load
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
