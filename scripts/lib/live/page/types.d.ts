import type { LiveSample, Result as LoadResult } from '../../measure/types'
import type { Sample } from '../../preload/types'
import type { End, LiveSettings } from '../types'

/** Of a server that was started here. */
export interface Result extends LoadResult {
  server: Sample
  cpuPerRequest: number
}

/** What the page has of one target. */
export interface Run {
  target: string
  samples: LiveSample[]
  result: Result | null // null until the load has ended
  pinned?: boolean
}

export interface Point {
  time: number // s
  value?: number | null
}

export interface State {
  settings: (LiveSettings & { replayOf?: string }) | null // `replayOf`: a sentence
  runs: Run[] // of the targets that have begun
  phase: 'idle' | 'running' | End['outcome']
  message: string // why it failed
}

export interface Metric {
  id: string
  title: string
  span: string // what `whole` covers
  log?: boolean
  now: (sample: LiveSample) => number | null | undefined
  whole: (result: Result) => number | null
  atEnd?: boolean // whether `whole` is the last reading
}
