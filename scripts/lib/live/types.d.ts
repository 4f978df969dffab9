export type { Settings, LiveResult } from './earlier-runs'
export type { Entry } from './event-log'
export type { Find, End } from './runner'
