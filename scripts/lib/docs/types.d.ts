export type { Texts } from './generated-files'
export type { Node, State, Watched } from './recording'
export type { ReliabilityRecord } from './reliability-page'
export type { Word, Screen } from './terminal-recording'
