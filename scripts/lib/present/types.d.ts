import type { Result } from '../measure/types'
import type { Environment } from '../system/types'
import type { Markup } from './html'

/** Styles a text for the terminal; see util.styleText. */
export type Paint = (style: string, text: string) => string

export interface TableData {
  head: string[]
  rows: string[][]
}

export type Align = 'left'|'right'

/** A table with its title, and how it is drawn if a picture shows more. */
export interface Figure extends TableData {
  title: string
  alt?: string // what the picture shows, in a sentence with figures
  notes?: string[] // how to read it
  spec?: Record<string, any> // Vega-Lite: marks and scales; drawChart adds the looks
}

export type Chart = Required<Figure>

/** An axis, and the place of a value along it, from 0 to 1. */
export interface Axis {
  encoding: { scale: object, axis: object } // of a Vega-Lite channel
  place: (value: number) => number
  value: (place: number) => number
}

export interface Point {
  name: string // of its line
  x: number|string
  y: number
}

/** How the report shows results of a kind. */
export interface ReportKind {
  conditions: (result: any) => string
  name: (result: any) => string // of results with one name, the newest counts
  figures: (results: any[]) => Figure[]
}

/** Figures of the article, in the units of a result: ms, req/s, bytes/s. */
export interface ArticleFigures {
  connections: number
  latency?: ArticleFigure
  requests: ArticleFigure
  throughput?: number
}

export interface ArticleFigure {
  average: number
  stddev?: number
  max?: number
}

export type HtmlValue = string|number|Markup|Array<string|number|Markup>

/** What each result has: where and when it was measured. */
export interface Header {
  environment: Environment
  startedAt: string // ISO 8601, UTC
}

export type ResultsChart = (results: Result[]) => Chart
