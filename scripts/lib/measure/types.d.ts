import type { Environment } from '../system/types'
import type { ExcessListeners, Listening, Questions, Sample } from '../preload/types'

export type { ExcessListeners, Listening, Sample }

/** What the reader chose of a request. */
export interface Request {
  /** Path of the URL, with its query. */
  path?: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Anything that can be started and loaded. */
export interface Target {
  name: string
  /** Absolute path of the server's main file; '' for a command. */
  file: string
  /** For Node.js, before the file. */
  flags?: string[]
  /** For the server, after the file. */
  args?: string[]
  /** For a shell. */
  command?: string
  /** Its working directory; the default is the file's folder. */
  cwd?: string
  /** Of the URL to load, with its query, unless the request has one; the default is /. */
  path?: string
  /** The default is GET of the path. */
  request?: Request
  /** Its port, if it listens on several. */
  listen?: number
  /** Seconds until it has to listen; the default is 10. */
  start?: number
  /** Seconds of load before the measured load; the default of that setting. */
  warmup: number
  env?: Record<string, string>
  /** Path of the Node.js that runs it; the default is the current one. */
  node?: string
}

/** The requests that are sent to a URL. */
export interface Load extends Omit<Request, 'path'> {
  url: string
  connections: number
  /** s */
  duration: number
  /** Requests in all, however long they take; the duration is then ignored. */
  amount?: number
  /** Requests on the wire at once, per connection. */
  pipelining?: number
  /** req/s over all connections, constant; 0: as many as the server answers. */
  rate?: number
  /** Threads that send the load; 0: the main thread. */
  workers?: number
}

/** What the load generator measured. */
export interface LoadMeasurement {
  /** s from the first request to the last answer. */
  took: number
  /** req/s answered; `total` and `sent` are counts. `perSecond` is empty with workers. */
  requests: {
    average: number
    stddev: number
    min: number
    max: number
    total: number
    sent: number
    perSecond: number[]
  }
  /** ms, of the answered requests. */
  latency: {
    average: number
    stddev: number
    max: number
    p50: number
    p90: number
    p97_5: number
    p99: number
  }
  /** bytes/s; `total` in bytes. */
  throughput: { average: number, stddev: number, max: number, total: number }
  /** Requests without an answer: connection errors plus timeouts. */
  errors: number
  /** Requests without an answer in 10 s; `errors` includes them. */
  timeouts: number
  /** Answers with a status other than 2xx; `requests` and `latency` include them. */
  non2xx: number
  /** Answers by their status. */
  statuses: Record<string, number>
  generator: Usage
}

/** How busy a process was. */
export interface Usage {
  /** Share of one core. */
  cpu: number
  /** Event-loop utilisation, 0 to 1; null with workers, because each has its own loop. */
  elu: number | null
}

/** What every result begins with. */
export interface Header {
  /** Version of the shape of all results. */
  schema: number
  kind: string
  /** ISO 8601, UTC. */
  startedAt: string
  environment: Environment
}

/** What one load measured. */
export interface Result extends Header, LoadMeasurement {
  /** Name, or `url` for a server that was not started here. */
  target: string
  /** Of the exercise: a short hash of its files. */
  code?: string
  load: Load & { warmup: number, path?: string }
  /** Null for a server that was not started here. */
  server: Sample | null
  /** User and system CPU time of the server per answered request, µs; null without a server. */
  cpuPerRequest: number | null
  bottleneck: 'server' | 'generator' | 'neither' | 'unknown'
  /** CPU time of all other programs, as a share of one core; null where that is unknown. */
  backgroundCpu: number | null
  /** Reasons to distrust the result, a sentence each. */
  warnings: string[]
  /** What the other loads measured, by their names. */
  others?: Record<string, LoadMeasurement>
}

/** A load beside the measured one, on the same server at the same time. */
export type OtherLoad = Omit<Load, 'url' | 'duration'> & { duration?: number, path?: string }

export type Settings = Omit<Load, 'url' | keyof Request> & {
  /** s; the default is the target's. */
  warmup?: number
  others?: Record<string, OtherLoad>
  /** Answers with an error are what is measured. */
  mayFail?: boolean
}

export interface MeasureOptions {
  /** Draw a progress bar on stderr. */
  progress?: boolean
  /** Is called four times a second, but not with workers. The result is the same without it. */
  onSample?: OnSample
  /** Is called with the URL after the measurement, before the server is stopped. */
  atEnd?: (url: string) => Promise<void>
  /** ms until the server's probe has to answer. */
  answerLimit?: number
  signal?: AbortSignal
}

/** A server that was started here. */
export interface Server {
  /** With the path of the target. */
  url: string
  process: Listening
  /** Aborted when the server has died (the reason has its last output), or by the caller. */
  over: AbortSignal
  ask: Ask
  /** What the probe measured since the previous `sample`. */
  sample: () => Promise<Sample>
  /** The same for short intervals. */
  sampleInterval: () => Promise<Sample>
  /** The last 10,000 characters that it wrote to stderr. */
  stderr: () => string
  /** Resolves when the process is gone. */
  stop: () => Promise<void>
}

/** Asks the preloaded files. */
export type Ask = <Q extends keyof Questions>(
  question: Q
) => Promise<Awaited<ReturnType<Questions[Q]>>>

/** The probe in one process. */
export interface Probe {
  /** An answer never comes if the process ends before it. Rejects for an unknown question. */
  ask: Ask
  closed: Promise<unknown>
}

export interface ServerOptions {
  /** 0 takes a free one. */
  port?: number
  host?: string
  /** Print what the server prints. */
  echo?: boolean
  /** Flags for its Node.js. */
  execArgv?: string[]
  /** ms until it has to exit after `stop`; then it is killed. */
  stopLimit?: number
  /** ms until the probe has to answer; then the event loop counts as blocked. */
  answerLimit?: number
  /** Kills the server when aborted. */
  signal?: AbortSignal
}

/** Counts the answers of a running load. */
export interface Meter {
  answered: (status: number, ms: number) => void
  failed: (err: Error) => void
  read: () => Reading
}

export interface Reading {
  /** req/s answered, over the last four readings. */
  rate: number
  /** ms, of the requests answered since the start; null without one. */
  latencyP99: number | null
  /** Requests since the start, like the counts below. */
  answered: number
  /** Answers with status 503. */
  unavailable: number
  non2xx: number
  timeouts: number
  /** Requests that failed, timeouts included. */
  errors: number
}

/** What is seen while a load runs. */
export interface LiveSample extends Reading {
  /** s since the load began. */
  time: number
  /** Null while the probe has not answered, because the event loop is blocked. */
  probe: Sample | null
}

export type OnSample = (sample: LiveSample) => void
