import type { ChildProcessByStdio } from 'node:child_process'
import type { Agent, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Page } from 'playwright-core'

/** Where something was measured. */
export interface Environment {
  node: string // version
  platform: string
  cpu: { model: string, count: number } // `count`: CPUs that this process may use
  loadAverage: number // over the minute before; always 0 on Windows
}

export interface RequestOptions {
  method?: string
  headers?: OutgoingHttpHeaders
  path?: string // is sent unchanged; the default is that of the URL, with its query
  agent?: Agent // without one, each request opens a connection
  body?: string
}

export interface Response {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface ProcessOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv // the whole environment; the default is this process's
  shell?: boolean // on Windows, scripts such as npm need one
  signal?: AbortSignal // kills the group when aborted
}

export interface Process {
  /** Its streams give UTF-8. Read stdout, or the program blocks once the pipe is full. */
  child: ChildProcessByStdio<null, Readable, Readable>
  /** Rejects with a UserError when the program cannot be started. */
  ended: Promise<{ code: number | null, killedBy: NodeJS.Signals | null }>
  stderr: () => string // the last 10,000 characters
  kill: (name?: NodeJS.Signals) => void // signals the group, by default SIGKILL
}

/** How a screenshot is taken. */
export interface View {
  width: number // px of CSS
  height: number
  scale?: number // px of the picture for one of CSS
}

/** Prepares a page, once it is drawn. */
export type Prepare = (page: Page) => Promise<void>
