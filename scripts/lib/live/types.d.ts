import type { Sample } from '../server/types'

/** Called while a load runs; `latencyP99` and the counts are of all requests since the start. */
export type OnSample = (sample: {
  time: number // s since the load began
  rate: number // req/s answered, over the last four samples
  latencyP99: number | null // ms
  answered: number
  unavailable: number // answers with status 503
  timeouts: number
  errors: number // requests that failed, timeouts included
  probe: (Sample & { answered: number }) | null // null while the event loop is blocked
}) => void

/** How a run ended. */
export interface RunEnd {
  outcome: string // done, stopped or failed
  message?: string
}
