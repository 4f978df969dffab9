export interface TableData {
  head: string[]
  rows: string[][]
}

/** A picture, with its figures as a table. */
export interface Chart extends TableData {
  title: string
  alt: string // what the picture shows, in a sentence with figures
  notes: string[] // how to read it
  spec: Record<string, any> // Vega-Lite: marks and scales; drawChart adds the looks
}
