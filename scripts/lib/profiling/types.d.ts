import type { Load, Target } from '../measure/types'

export interface ProfileOptions {
  load: Omit<Load, 'url'>
  folder: string // an empty one, for the tool's files
  onNotice?: (notice: string) => void // before a running process is touched
  signal?: AbortSignal
}

/** Loads a target, and reads what the tool in it found. */
export type Profiler = (target: Target, options: ProfileOptions) => Promise<Profile>

export interface Profile {
  files: Record<string, string> // by extension; '.html' is the page to open
  messages: string[] // lines to print
  frames?: HotFrames
  bytes?: number // to which the shares of the frames refer (heap)
  verdict?: string // Doctor's issue category
}

export interface Frame {
  name: string // of the function
  file: string // path; 'node:…' for Node.js itself; '' for code that is not JavaScript
  line: number // from 1; 0 if unknown
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
  callee?: { name: string, share: number } // what it calls the most: a package, or a function
}

export interface HotFrames {
  self: HotFrame[] // by the stacks that end in the frame
  total?: HotFrame[] // by all stacks with the frame
}
