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
  /** After 25 requests; null without an exported server. */
  listeners: ReturnType<Questions['addedListeners']>
  limits: Awaited<ReturnType<Questions['listenerLimits']>>
}

export interface GoalOptions {
  target: Target
  slow: Target
  signal?: AbortSignal
}

type Fault = string | undefined

export interface Goal {
  goal: string
  hint: string
  /** Says what is wrong; nothing once the goal is reached. */
  findFault: (observation: Observation, options: GoalOptions) => Fault | Promise<Fault>
}

/** A practice case, as its folder and page define it. */
export interface Case {
  name: string
  folder: string
  /** Of the URL to load. */
  path: string
  /** What the service is, what users say, and the request. */
  story: string
  hints: string[]
  answer: string
  /** Those that the answer names, the strongest first. */
  verdicts: string[]
  /** A patch of its files; '' for a healthy one. */
  fix: string
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
  /** The first path that is answered in another way than before. */
  different?: string
  /** Whether the faults are gone. */
  gone: boolean
  /** How many times less CPU time a request needs. */
  cpu: number
  /** How many times less time a request takes, alone. */
  time: number
}

/** A fence of shell commands in a chapter. */
export interface Block {
  commands: string
  /** Whether the chapter says that they fail. */
  fails: boolean
  /** Texts that they print: list items that begin with code, below an output. */
  expected: string[]
}

export interface BlockResult {
  /** Null for a server, which keeps running. */
  code: number | null
  output: string
}

export type BlockOptions = ProcessOptions & {
  cwd: string
  onBlock?: (commands: string) => void
}

/** A check of this machine before the workshop. */
export interface Check {
  name: string
  /** The workshop works without it: a failure is only a warning. */
  optional?: boolean
  /** What to do about a failure. */
  remedy: string
  check: (signal: AbortSignal) => Promise<{ ok: boolean, value: string }>
}

export interface BundleOptions {
  /** Files and folders that git does not track, relative to the project. */
  built: string[]
  signal: AbortSignal
  onStep: (step: string) => void
}
