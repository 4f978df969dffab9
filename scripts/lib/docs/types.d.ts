import type { Environment } from '../system/types'

/** What a reliability check saves: rows of its table, and the problems that it found. */
export interface ReliabilityRecord {
  kind: string // the name of the check
  stage?: string
  startedAt: string // ISO 8601, UTC
  environment: Environment
  rows: [label: string, text: string][]
  problems: string[]
}
