import type { ChildProcessByStdio } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import type { Agent, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** Where something was measured. */
export interface Environment {
  node: string // version
  platform: string
  cpu: { model: string, count: number } // `count`: CPUs that this process may use
}

export interface RequestOptions {
  method?: string
  headers?: OutgoingHttpHeaders
  path?: string // sent unchanged; by default that of the URL, with its query
  agent?: Agent // without one, each request opens a connection
  body?: string | Buffer
}

export interface Response {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface ProcessOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv // the whole environment; by default this process's
  shell?: boolean // on Windows, scripts such as npm need one
  signal?: AbortSignal // kills the group when aborted
}

export interface Process {
  child: ChildProcessByStdio<null, Readable, Readable> // read stdout, or its pipe gets full
  ended: Promise<{ code: number | null, killedBy: NodeJS.Signals | null }>
  stderr: () => string // the last 10,000 characters
  kill: (name?: NodeJS.Signals) => void // signals the group, by default SIGKILL
}

/** A connection to the inspector of a process. */
export interface Inspector {
  events: EventEmitter // of the protocol, by method
  send: (method: string, params?: object) => Promise<any>
  evaluate: (expression: string) => Promise<any> // in the process; the value is copied
  disconnect: () => Promise<void>
  close: () => Promise<void> // the inspector, and with it the connection
}
