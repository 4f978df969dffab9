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

/** A connection to the inspector of a process. */
export type Inspector = Awaited<ReturnType<typeof import('./inspector').connectInspector>>

/** What a process listens on. */
export interface ListeningSocket {
  host: string // an address
  port: number
}

/** An inspector that a process opens, or will open. */
export interface OpenedInspector {
  pid: number
  before: ListeningSocket[] // on which it listened before
}
