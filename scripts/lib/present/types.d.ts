import type { Header, Result } from '../measure/types'
import type { Markup } from './html'

export type { Header }
export type { Paint } from '../base/types'

export interface TableData {
  head: string[]
  rows: string[][]
}

export type Align = 'left' | 'right'

/** A table with its title, and how it is drawn if a picture shows more. */
export interface Figure extends TableData {
  title: string
  alt?: string // what the picture shows, in a sentence with figures
  notes?: string[] // how to read it
  spec?: Record<string, any> // Vega-Lite: marks and scales; drawChart adds the looks
}

export type Chart = Required<Figure>

/** A log axis, and the place of a value along it, from 0 to 1. */
export interface Axis {
  encoding: { scale: { type: string, domain: number[] }, axis: object } // of a Vega-Lite channel
  place: (value: number) => number
  value: (place: number) => number
}

export interface Point {
  name: string // of its line
  x: number
  y: number
}

/** A point with its interval, on a row of its own. */
export interface Row {
  name: string
  target?: string // whose colour it gets, if not that of the name
  value: number
  low: number
  high: number
  text: string
}

/** How the report shows results of a kind. */
export interface ReportKind {
  conditions: (result: any) => string
  name: (result: any) => string // of results with one name, the newest counts
  figures: (results: any[]) => Figure[]
}

export type HtmlValue = string | number | Markup | Array<string | number | Markup>

export type SeriesChart = (series: Result[][]) => Chart
