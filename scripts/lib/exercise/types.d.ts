import type { IncomingHttpHeaders } from 'node:http'

export type * from '../diagnose/types'

/** A folder of the project, and its changes. */
export interface Version {
  from: string
  patches: string[]
}

/** Which case is in exercise/, and how many folds of its page were shown. */
export interface CaseState {
  name: string
  shown: number
}

/** What a correct and fast server does. */
export interface Goal {
  chapter: number // of the workshop that reaches it
  goal: string
  hint: string // for the learner
  // To send, by the status that they have to get; the tag is the current one, or ''.
  requests?: (tag: string) => Record<string, Sent[]>
  findFault: (observed: Observed) => string | undefined // what is wrong, if anything is
}

export interface Sent {
  path?: string
  method?: string
  headers?: Record<string, string>
}

export interface Answer {
  time: number // ms, by the clock of the server
  status: number
  headers: IncomingHttpHeaders
  tag?: string
  body: string
}

/** An answer to one of the requests of a goal. */
export interface GoalAnswer extends Answer {
  sent: Sent
  expected: number // status
}

/** What the goals judge. */
export interface Observed {
  minutes: Answer[][] // three in each minute
  revalidated: Answer[] // with the tag of the minute before
  tag: string // the current one, or ''
  others: GoalAnswer[]
  conditional: GoalAnswer[]
  listeners: WatchedListeners | null // null if the server is not exported
  costs: { slow: number, exercise: number } // CPU time per request, µs
}

export interface WatchedListeners {
  added: number
  foreignKept: boolean // that other code had added
  warned: boolean
  defaultLimit: string
  serverLimit: string
}

export interface VisitOptions {
  execArgv?: string[] // flags for its Node.js
  signal?: AbortSignal
  limit?: number // ms for all answers
}
