import type { Load } from '../load/types'
import type { Frame } from '../../whyslow/types'

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
  run: RunProfiler
}

/** Loads a target, or watches a process, and reads what the tool in it found. */
export type RunProfiler = (target: any, options: ProfileOptions) => Promise<Profile>

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

/** How a tool is used by hand, beside a server and a load. */
export interface Tool {
  flags?: string // for Node.js
  viewer?: string // a command, after the load
  clinic?: string // a tool of Clinic, which starts server and load
}
