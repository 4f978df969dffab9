import type { Target } from '../measure/types'
import type { ProcessOptions } from '../system/types'
import type { Questions } from '../preload/types'

/** An answer of the exercise. Its body has a character for each byte. */
export interface Answer {
  status: number
  tag?: string
  body: string
}

/** What one visit to the exercise observed. */
export interface Observation {
  /** Of its clock: three plain answers, and one before them to the tag of the minute before. */
  minutes: { revalidated: Answer | null, answers: Answer[] }[]
  /** Answers to `If-None-Match: value`; the last value is no match. */
  conditional: (Answer & { value: string })[]
  listeners: ReturnType<Questions['addedListeners']>
  limits: Awaited<ReturnType<Questions['listenerLimits']>>
}

/** CPU time of a request, ms. */
export interface Costs {
  slow: number
  exercise: number
}

export interface Goal {
  goal: string
  hint: string
  /** Says what is wrong; nothing once the goal is reached. */
  findFault: (observed: Observation & { costs: Costs }) => string | undefined
}

/** A practice case, as its folder and page define it. */
export interface Case {
  name: string
  folder: string
  path: string // of the URL to load
  story: string // what the service is, what users say, and the request
  hints: string[]
  answer: string
  verdicts: string[] // that the answer names, the strongest first
  fix: string // a patch of its files; '' for a healthy one
}

/** Which cases were dealt and solved, by name. */
export interface Progress {
  dealt: string[]
  solved: string[]
}

/** The case in exercise/, and how many hints were shown. */
export interface Dealt {
  name: string
  hints: number
}

/** What a fix of a case has changed. */
export interface CaseCheck {
  different?: string // the first path that is answered in another way than before
  gone: boolean // whether the faults are gone
  cpu: number // how many times less CPU time a request needs
  time: number // how many times less time a request takes, alone
}

/** A fence of shell commands in a chapter. */
export interface Block {
  commands: string
  fails: boolean // as the chapter says
  expected: string[] // texts that they print: list items that begin with code, below an output
}

export interface BlockResult {
  code: number | null // null for a server, which keeps running
  output: string
}

export type BlockOptions = ProcessOptions & {
  cwd: string
  onBlock?: (commands: string) => void
}

/** A check of this machine before the workshop. */
export interface Check {
  name: string
  optional?: boolean // a failure is only a warning
  remedy: string
  check: (signal: AbortSignal) => Promise<{ ok: boolean, value: string }>
}

export interface BundleOptions {
  built: string[] // files and folders that git does not track, relative to the project
  signal: AbortSignal
  onStep: (step: string) => void
}
