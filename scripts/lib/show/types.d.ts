import type { Spread } from '../compare/types'

export type * from '../compare/types'

export type StatRow = (name: string, format: (figure: Spread) => string) => string[]

export interface TableData {
  head: string[]
  rows: string[][]
  main?: number // the row that is bold
}

/** Widths in characters. */
export interface Column {
  width: number
  least: number // to which it can be narrowed
}
