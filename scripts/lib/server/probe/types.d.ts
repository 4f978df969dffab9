import type { EventEmitter } from 'node:events'

/** What a process listens on. */
export interface Listening {
  kind: string // http, https (or any other with TLS), tcp (not Node.js's HTTP), socket (or a pipe)
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

/** An event that had too many listeners when one was added. */
export interface CrowdedEvent {
  emitter: WeakRef<EventEmitter>
  event: string | symbol
  location: string
}

/** With what Node.js keeps for itself: one listener as a function, several as an array. */
export type EmitterOfNode = EventEmitter & { _events?: Record<string | symbol, unknown> }

/** The module, with the function that loads all others. */
export type ModuleOfNode = typeof import('node:module') & {
  _load: (request: string, ...others: unknown[]) => unknown
}

/** What the harness asks. */
export interface Question {
  id: string
  question: string
  argument?: unknown
}

/** One reading of the probe, of the time since the previous one. */
export interface Sample {
  cpu: number // share of one core; above 1 if threads of the garbage collector ran, too
  cpuTime: number // user and system CPU time, µs
  userTime: number // the part that was not spent in the kernel, µs
  elu: number // event-loop utilisation, 0 to 1
  lastSecond?: number // the same of the last full second; absent from older results
  delayP99: number // of the event-loop delay, ms
  heap: number // heap in use, bytes
  rss?: number // resident set, bytes; absent if it cannot be read
}
