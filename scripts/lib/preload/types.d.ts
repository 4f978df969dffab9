import type { Profiler } from 'node:inspector'

/** What a process listens on. */
export interface Listening {
  /** `http2`: without HTTP/1; `tcp`: not Node.js's HTTP; `socket`: a UNIX socket or a pipe. */
  kind: 'http' | 'https' | 'http2' | 'tcp' | 'socket'
  host: string
  /** 0 for a socket. */
  port: number
  /** Whether the process shares the port with other processes. */
  cluster: boolean
  pid: number
  /** The command that started the process. */
  command: string[]
  /** The folder in which it was started. */
  cwd: string
}

/** An event with more than ten listeners. */
export interface ExcessListeners {
  /** Name of the emitter's class. */
  emitter: string
  event: string
  listeners: number
  /** Where the eleventh listener was added, as `file:line`; '' if that is unknown. */
  location: string
}

/** One reading of the probe, of the time since the previous one. */
export interface Sample {
  /** Share of one core, 0 to 1 and above, because the garbage collector has threads of its own. */
  cpu: number
  /** User and system CPU time, µs. */
  cpuTime: number
  /** Event-loop utilisation, 0 to 1. */
  elu: number
  /** 99th percentile of the event-loop delay, ms. */
  delayP99: number
  /** Of the event that has the most of them; null if none has more than ten. */
  listeners: number | null
  excessListeners: ExcessListeners[]
  /** What keeps the event loop alive, by kind. */
  resources: Record<string, number>
  /** Heap in use, bytes. */
  heap: number
  /** Resident set, bytes. */
  rss: number
}

/** What a diagnosis reads during one load, beyond a sample. */
export interface Evidence {
  /** ms */
  duration: number
  /** ms in garbage collections. */
  gcTime: number
  /** Bytes in use after a collection at the end, beyond those at the start. */
  kept: number
  /** ms that a tiny file call took, each at the same moment as the loop's delay. */
  poolDelays: number[]
  /** ms that a timer was late. */
  loopDelays: number[]
  /** Requests, at the same moments. */
  inProgress: number[]
  /** The most of each kind that kept the event loop alive. */
  resources: Record<string, number>
}

/** What the harness can ask a server. Preloaded files define the answers. */
export interface Questions {
  stop: () => void
  sample: () => Sample
  /** The same, since the previous `sampleInterval`, for short intervals. */
  sampleInterval: () => Sample
  startEvidence: () => void
  stopEvidence: () => Evidence
  startProfile: () => Promise<void>
  stopProfile: () => Promise<Profiler.Profile>
  /** Where the program silences the warning of too many listeners: find-mute.js. */
  mutes: () => string[]
  /** The clock jumps forward: manual-clock.js. */
  skipMinute: () => void
  /** Of the exercise: exercise-probe.js. Null if the main file exports no server. */
  watchListeners: () => true | null
  addedListeners: () => { added: number, foreignKept: boolean } | null
  listenerLimits: () => Promise<{ warned: boolean, default: string, server: string }> | null
}
