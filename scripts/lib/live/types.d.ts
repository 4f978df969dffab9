import type { Meter, Sample, Server, Settings, Target } from '../load/types'

export type * from '../load/types'

export interface LiveOptions {
  port: number // 0 takes a free one
  own?: Target // the reader's server
  duration?: number // s, to begin with
}

export interface RunSettings {
  targets: string[]
  connections: number
  duration: number // s
}

export interface Loaded {
  target: Target
  server: Server
  load: Settings
}

/** What a page is told of a run. */
export interface RunEvent {
  type: string
  data: object
}

/** Of the requests that were answered, or have failed, since the start. */
interface Answered {
  rate: number // req/s answered, over the last four samples
  latencyP99: number | null // ms
  answered: number
  unavailable: number // answers with status 503
  timeouts: number
  errors: number // requests that failed, timeouts included
}

/** Called while a load runs. */
export type OnSample = (sample: Answered & {
  time: number // s since the load began
  probe: (Sample & { answered: number }) | null // null while the event loop is blocked
}) => void

export interface LiveMeter extends Meter {
  answers: () => number
  read: () => Answered
}

/** How a run ended. */
export interface RunEnd {
  outcome: string // done, stopped or failed
  message?: string
}
