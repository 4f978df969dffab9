import type { Load, Sample, Target } from '../measure/types'
import type { Questions } from '../preload/types'

export type ProfileLoad = Omit<Load, 'url'>

export interface ProfileOptions {
  load: ProfileLoad
  folder: string // an empty one, for the files
  unmute?: boolean // trace: lift what silences the warning
  onNotice?: (notice: string) => void // is told before something is done to a running process
  signal?: AbortSignal
}

export interface Profiler {
  summary: string // one line for --help
  load: { connections: number, duration: number } // by default; duration in s
  profile: (target: Target, options: ProfileOptions) => Promise<Profile>
}

export interface Profile {
  files: Record<string, string> // to save, by file extension; '.html' is the page to open
  messages: string[] // lines to print
  frames?: HotFrames
  bytes?: number // to which the shares of the frames refer (heap)
  verdict?: string // Doctor's issue category
}

export interface Frame {
  name: string // of the function
  file: string // path; 'node:…' for Node.js itself; '' for code that is not JavaScript
  line: number // counted from 1; 0 if unknown
}

export interface StackSample {
  stack: Frame[] // from root to leaf, not empty
  weight: number // µs, ticks or bytes
}

export interface HotFrame {
  frame: Frame
  share: number // of the total weight, 0 to 1
}

/** A function of your code, with what packages and Node.js do for it. */
export interface UserFrame extends HotFrame {
  self: number // share of its own code
  callee?: { owner: string, share: number } // whose code it calls the most
}

export interface HotFrames {
  self: HotFrame[] // by the stacks that end in the frame
  total?: HotFrame[] // by all stacks with the frame
}

/** A frame of the inspector. Its lines and columns count from 0. */
export interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
  columnNumber: number
}

/** A frame in the samples of Clinic Flame. */
export interface FlameFrame {
  name: string
  type: string // JS, or a kind of native code
}

/** The data in the page of Clinic Doctor. */
export interface DoctorReport {
  analysis: {
    interval: [number, number] // of the load, as timestamps
    issueCategory: string
    issues: { delay: string, cpu: string }
  }
  processStat: { timestamp: number, delay: number, cpu: number }[] // delay in ms, cpu in cores
}

export interface RunOptions {
  load: ProfileLoad
  execArgv?: string[] // flags for the server's Node.js
  ask?: { before?: keyof Questions, after?: keyof Questions } // questions to the probe
  signal?: AbortSignal
}

export interface ProfiledRun {
  stderr: string // the end of it
  sample: Sample
  answer: any // to `ask.after`
}

/** A target that a profiler can start by itself. */
export type NodeTarget = Target & {
  cwd: string
  url: string // with the port of the start that found it
}
