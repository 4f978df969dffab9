import type { ExcessListeners, Listening, Sample } from './probe/types'

export type { ExcessListeners, Listening, Sample }

/** What the reader chose of a request. */
export interface Request {
  path?: string // of the URL, with its query
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  bodyFile?: string // that has the body
}

/** Anything that can be started and loaded. */
export type Target = FileTarget | CommandTarget

interface Loadable {
  name: string
  path?: string // of the URL to load, unless the request has one; the default is /
  request?: Request // the default is GET of the path
  listen?: number // its port, if it listens on several
  start?: number // s until it has to listen; the default is 10
  warmup: number // s of load before the measured load; the default of that setting
  hidesListeners?: boolean // they are for the reader to find
  env?: Record<string, string>
  running?: undefined
}

export interface FileTarget extends Loadable {
  file: string // absolute path
  flags?: string[] // for Node.js, before the file
  args?: string[] // for the server, after the file
  cwd?: string // the default is the file's folder
  node?: string // path of the Node.js that runs it; the default is the current one
  command?: undefined
}

export interface CommandTarget extends Loadable {
  command: string // for a shell
  cwd: string
  file?: undefined
  flags?: undefined
  args?: undefined
}

/** A process that runs: it is watched, and never started or loaded. */
export interface ProcessTarget {
  name: string
  running: {
    pid?: number
    host?: string // of its inspector
    port?: number
  }
  command?: undefined
  cwd?: undefined
}

/** The requests that are sent to a URL. */
export interface Load extends Omit<Request, 'path'> {
  url: string
  connections: number
  duration: number // s
  amount?: number // requests in all, instead of the duration
  rate?: number // req/s over all connections, constant; 0: as many as the server answers
}

export type Settings = Omit<Load, 'url' | keyof Request> & {
  warmup?: number // s; the default is the target's
  mayFail?: boolean // answers with an error are what is measured
}

/** What the load generator measured. */
export interface LoadMeasurement {
  took: number // s from the first request to the last answer
  requests: {
    average: number // req/s answered, as are stddev and max
    stddev: number
    max: number
    total: number // answers
    sent: number
    perSecond: number[]
  }
  // ms, of the answered requests
  latency: Record<'average' | 'stddev' | 'max' | 'p50' | 'p90' | 'p97_5' | 'p99', number>
  throughput: { average: number, stddev: number, max: number } // bytes/s
  errors: number // requests without an answer: connection errors and timeouts
  timeouts: number // of 10 s
  non2xx: number // answers; requests and latency include them
  statuses: Record<string, number> // answers by status
  generator: Usage
}

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

/** What one load measured. */
export interface Result extends Header, LoadMeasurement {
  target: string // name
  load: Load & { warmup: number, path?: string }
  server: Sample
  backgroundCpu: number | null // of all other programs, share of one core; null if unknown
  cpuPerRequest: number // user and system CPU time of the server per answer, µs
  bottleneck: 'server' | 'generator' | 'neither'
  warnings: string[] // sentences
}

export interface LoadOptions {
  onProgress?: (share: number) => void // of the duration, each second
  signal?: AbortSignal // ends the load; its reason is thrown
}

export interface MeasureOptions extends LoadOptions {
  sendSampled?: SendSampled // sends the load, and samples it meanwhile
  answerLimit?: number // ms until the probe has to answer
  stopLimit?: number // ms until the server has to exit
  execArgv?: string[] // flags for the server's Node.js
}

/** A server that was started here. */
export type Server = Awaited<ReturnType<typeof import('./server').startServer>>

/** Counts the answers of a running load. */
export interface Meter {
  answered: (status: number, ms: number) => void
  failed: (err: Error) => void
}

export type SendSampled = (
  server: Pick<Server, 'sampleInterval'>,
  send: (meter: Meter) => Promise<void>
) => Promise<void>

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

/** Where something was measured. */
export interface Environment {
  node: string // version
  platform: string
  cpu: { model: string, count: number } // `count`: CPUs that this process may use
}

export interface ProcessOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv // the whole environment; by default this process's
  shell?: boolean // on Windows, scripts such as npm need one
  signal?: AbortSignal // kills the group when aborted
}

/** How a tool is used by hand, beside a server and a load. */
export interface Tool {
  flags?: string // for Node.js
  viewer?: string // a command, after the load
  clinic?: string // a tool of Clinic, which starts server and load
}
