import type { Header } from '../measure/types'

/** A run of the live page. */
export interface LiveSettings {
  /** Names, in their order. */
  targets: string[]
  connections: number
  /** s */
  duration: number
}

/** A saved run, with the events from which the page builds its state. */
export interface LiveResult extends Header {
  settings: LiveSettings
  events: object[]
}

/** How a run ended. A failed one has a message. */
export interface End {
  outcome: 'done' | 'stopped' | 'failed'
  message?: string
}
