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
