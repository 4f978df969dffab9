import type { Socket } from 'node:net'
import type { Values } from '../cli/types'
import type { Listening } from './probe/types'

export type * from '../cli/types'
export type * from './probe/types'

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
  node?: undefined
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
  found?: Found
  over: AbortSignal
  fail: (err: Error) => void // aborts `over`
}

/** What is loaded. */
export interface Found {
  listening: Listening
  probe: Probe
}

/** How a process has ended. */
export interface End {
  code: number | null
  killedBy: string | null // name of a signal
}

export type Program = ReturnType<typeof import('./process').startProcess>
export type ProbeChannel = Awaited<ReturnType<typeof import('./probe-channel').openProbeChannel>>

/** Asks the probe. The answer is JSON of a preloaded file, which knows its type. */
export type Ask = (question: string, argument?: unknown) => Promise<any>

/** The probe of a process that listens. */
export interface Probe {
  ask: Ask // no answer, if the process ends
  closed: Promise<unknown>
}

export type CreateProbe = (
  socket: Socket,
  onListening: (listening: Listening) => void
) => Probe

export type AskProbe = (
  run: Run,
  probe: Probe,
  question: string,
  argument: unknown
) => ReturnType<Ask>

/** What may be given of a target on the command line. */
export type TargetValues = Partial<Values<typeof import('./target-flags').targetFlags>>

/** A server that was started here. */
export interface Server {
  target: Target
  url: string // with the path of the target
  process: Listening
  readonly others: Listening[] // other ports that the target listens on
  over: AbortSignal // aborted when the server dies or is stopped, as the reason says
  ask: Ask
  stderr: () => string // the last 10,000 characters
  stop: () => Promise<void> // resolves when the process is gone
}

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
