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
  startLimit?: number // s until it has to listen; the default is 10
  warmup: number // s of load before the measured load; the default of that setting
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

export interface StartOptions {
  port?: number // 0 takes a free one
  host?: string
  echo?: boolean // print what the server prints
  execArgv?: string[] // flags for its Node.js
  answerLimit?: number // ms until the probe has to answer
  signal?: AbortSignal // kills the server
}

/** A target on its way from its start to its end. */
export interface Run {
  target: Target
  channel: ProbeChannel
  answerLimit: number // ms
  program?: Program
  output: string // the last 10,000 characters
  heard: Listening[] // all that its processes listen on
  found?: { listening: Listening, probe: Probe } // what is loaded
  over: AbortSignal
  fail: (err: Error) => void // aborts `over`
}

export type Program = ReturnType<typeof import('./process').startProcess>
export type ProbeChannel = Awaited<ReturnType<typeof import('./probe-channel').openProbeChannel>>
export type Probe = ReturnType<typeof import('./probe-channel').createProbe>

/** A server that was started here. */
export type Server = Awaited<ReturnType<typeof import('./server').startServer>>

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
