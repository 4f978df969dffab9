import type { Profiler } from 'node:inspector'

/** A CPU profile of the inspector. */
export interface RunProfile extends Profiler.Profile {
  sourceMaps?: Record<string, string> // data: URLs, by the script that a loader transpiled
}

/** A script that was loaded. */
export interface Script {
  id: string
  url: string
  sourceMapURL?: string
}

/** What a process listens on. */
export interface Listening {
  kind: string // http, https, http2 (without HTTP/1), tcp (not Node.js's HTTP), socket (or a pipe)
  host: string
  port: number // 0 for a socket
  cluster: boolean // whether the process shares the port with other processes
  pid: number
}

/** An event with more than ten listeners. */
export interface ExcessListeners {
  emitter: string // name of the emitter's class
  event: string
  listeners: number
  location: string // `file:line` where the eleventh, or a later one, was added; '' if unknown
}

/** One reading of the probe, of the time since the previous one. */
export interface Sample {
  cpu: number // share of one core; above 1 if threads of the garbage collector ran, too
  cpuTime: number // user and system CPU time, µs
  userTime: number // the part that was not spent in the kernel, µs
  elu: number // event-loop utilisation, 0 to 1
  delayP99: number // of the event-loop delay, ms
  listeners: number | null // of the event that has the most; null if none has more than ten
  excessListeners: ExcessListeners[]
  heap: number // heap in use, bytes
  rss?: number // resident set, bytes; absent if it cannot be read
}

/** What a diagnosis reads during one load, beyond a sample. */
export interface Evidence {
  gcTime: number // ms in garbage collections, without those that the process forced itself
  majorGcTime: number // the part of it in major ones, with those that an inspector forced
  serviceTime: number // ms that all requests took together
  serving: { active: number, idle: number } // ms of the event loop, with requests in progress
  coreWait: number // ms that the thread had work, but no core (Linux)
  collected: { requests: number, bytes: number }[] // in use after each major collection
  poolDelays: number[] // ms that a tiny file call took, ten times a second
  loopDelays: number[] // ms that a timer was late, at the same moments
  inProgress: number[] // requests, at the same moments
  served: number // requests that came in
  answered: number // requests, those that came in before included
  sockets: number // connections that were accepted
  outgoing: Record<string, number> // requests to other servers, by host and port
  outgoingAtOnce: number // the most of them in progress
}

/** What a process keeps when no request is in progress. */
export type AtRest = Awaited<ReturnType<typeof import('./evidence').atRest>>

/** The requests of a method and path. */
export interface Route {
  name: string // such as `GET /users/:id`
  requests: number
  time: number // ms from start to end, of all of them
}

export type WatchReading = ReturnType<typeof import('./watch').read>

export type Watched = ReturnType<typeof import('./watch').end>
