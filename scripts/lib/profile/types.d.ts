import type { Frame } from '../../whyslow/types'
import type { FileTarget, Load, ProcessTarget, Server, Target } from '../load/types'

export type * from '../load/types'

export interface ProfileOptions {
  load: Omit<Load, 'url'>
  folder: string // an empty one, for the tool's files
  onNotice?: (notice: string) => void // before a running process is touched
  signal?: AbortSignal
}

export interface Profiler {
  shows: string // for the help
  byHand: Tool
  connections?: number // by default
  duration?: number // s, by default
  takesCommands?: boolean
  takesRunning?: boolean
  run (target: Target | ProcessTarget, options: ProfileOptions): Promise<Profile> // that it takes
}

/** Loads a target, or watches a process, and reads what the tool in it found. */
export type RunProfiler<T = FileTarget> = (target: T, options: ProfileOptions) => Promise<Profile>

export interface Profile {
  files: Record<string, string> // by extension; '.html' is the page to open
  messages: string[] // lines to print
  frames?: HotFrames
  bytes?: number // to which the shares of the frames refer (heap)
  verdict?: string // Doctor's issue category
}

export interface HotFrames {
  self: HotFrame[] // by the stacks that end in the frame
  total?: HotFrame[] // by all stacks with the frame
}

export interface HotFrame {
  frame: Frame
  share: number // of the total weight, 0 to 1
}

/** What a profiler does in the server that is loaded. */
export interface UnderLoad {
  execArgv?: string[] // flags for its Node.js
  before?: (ask: Server['ask']) => Promise<void> // asks the probe
  after?: (ask: Server['ask']) => Promise<unknown> // asks the probe
}

/** What the page of Doctor is made of. */
export interface DoctorData {
  analysis: {
    issueCategory: string
    interval: [from: number, to: number] // under load
  }
  processStat: {
    timestamp: number
    delay: number // ms
    cpu: number // share of a core
  }[]
}

/** A frame of Clinic Flame. */
export interface Tick {
  name: string
  type: string // JS, or a kind of native code
}

/** How a tool is used by hand, beside a server and a load. */
export interface Tool {
  flags?: string // for Node.js
  viewer?: string // a command, after the load
  clinic?: string // a tool of Clinic, which starts server and load
}

/** A block of a flame graph. */
export interface FlameNode {
  name: string // the function and its place
  owner: 'own' | 'package' | 'node' // of the code
  self: number // µs
  value: number // µs, with all that it calls
  children: FlameNode[]
}
