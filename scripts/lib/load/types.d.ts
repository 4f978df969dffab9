import type { EventEmitter } from 'node:events'
import type { Environment, Request, Sample, Server, Target } from '../server/types'

export type * from '../server/types'

/** The requests that are sent to a URL. */
export interface Load extends Omit<Request, 'path'> {
  url: string
  connections: number
  duration: number // s
  amount?: number // requests in all, instead of the duration
  timeout?: number // s for an answer [10]
  bailout?: number // errors that end the load
  rate?: number // req/s over all connections, constant; 0: as many as the server answers
  warmup?: number // s; the default is the target's
  mayFail?: boolean // answers with an error are what is measured
}

export type Settings = Omit<Load, 'url' | keyof Request>

/** What the load generator measured. */
export interface LoadMeasurement {
  took: number // s until the load ended; of an amount, until its last answer
  requests: {
    average: number // req/s answered, as are stddev and max
    stddev: number
    max: number
    total: number // answers
    sent: number
    perSecond: number[]
  }
  // ms, of the answered requests
  latency: Record<LatencyFigure, number>
  throughput: { average: number, stddev: number, max: number } // bytes/s
  errors: number // requests without an answer: connection errors and timeouts
  timeouts: number // of 10 s
  non2xx: number // answers; requests and latency include them
  statuses: Record<string, number> // answers by status
  generator: Usage
}

export type Spread = 'average' | 'stddev' | 'max'

export type LatencyFigure = Spread | 'p50' | 'p90' | 'p97_5' | 'p99'

/** How busy a process was. */
export interface Usage {
  cpu: number // share of one core
  elu: number // event-loop utilisation, 0 to 1
}

/** What every result begins with. */
export interface Header {
  schema: number // version of the shape of all results
  kind: string
  startedAt: string // ISO 8601, UTC
  environment: Environment
}

/** A load, with the samples of the server that was loaded. */
export interface Measured extends LoadMeasurement {
  server: Sample
  backgroundCpu: number | null // of all other programs, share of one core; null if unknown
}

/** What one load measured. */
export interface Result extends Header, Measured {
  target: string // name
  load: Load & Request
  cpuPerRequest: number // user and system CPU time of the server per answer, µs
  bottleneck: 'server' | 'generator' | 'neither'
  warnings: string[] // sentences
}

export interface LoadOptions {
  onProgress?: (share: number) => void // of the duration, each second
  signal?: AbortSignal // ends the load; its reason is thrown
  meter?: Meter
  turns?: Turn[] // before this one, which is added
}

export interface MeasureOptions {
  onProgress?: (share: number) => void // of the duration, each second
  signal?: AbortSignal // ends the server; its reason is thrown
  execArgv?: string[] // flags for the server's Node.js
  during?: During // sends the load, does something meanwhile, and gives what it measured
  after?: (server: Server) => unknown // before the server is stopped
}

export interface LoadServerOptions extends Pick<MeasureOptions, 'onProgress' | 'during'> {
  turns?: Turn[] // before this one, which is added
}

export type During = (
  server: Server,
  send: (meter?: Meter) => Promise<LoadMeasurement>
) => Promise<LoadMeasurement>

/** Counts the answers of a running load. */
export interface Meter {
  answered: (status: number, ms: number) => void
  failed: (err: Error) => void
}

export type LoadByHand = (
  target: Target,
  load: Omit<Load, 'url'>,
  port: number | string
) => string

/** One load, or a turn of one. */
export interface Turn {
  report: Report
  took: number // s
  answers: number[] // in each second
  bytes: number[] // in each second
  used: { time: number, cpu: number, loop: number } // ms of this process
}

/** autocannon, while it sends a load; it resolves at the end. */
export type Generator = EventEmitter & PromiseLike<Report> & { stop: () => void }

/** What autocannon gives with `skipAggregateResult`, which its types do not know. */
export interface Report {
  totalCompletedRequests: number
  totalRequests: number
  errors: number
  timeouts: number
  non2xx: number
  statusCodeStats: Record<string, { count: number }>
  latencies: string // an HDR histogram
}

/** A server that is ready for its load. */
export interface WarmServer {
  server: Server
  load: Load
  warmed?: LoadMeasurement // if there was a warm-up
}
