import type { Header } from '../measure/types'

export interface LiveSettings {
  targets: string[] // names
  connections: number
  duration: number // s
}

/** `start`, `target`, `sample`, `result` or `end`, and first in a stream `hello`. */
export interface LiveEvent {
  type: string
  data: any
}

/** A saved run. */
export interface LiveResult extends Header {
  settings: LiveSettings
  events: LiveEvent[]
}

/** How a run ended. */
export interface End {
  outcome: 'done' | 'stopped' | 'failed'
  message?: string // of a failed run
}
