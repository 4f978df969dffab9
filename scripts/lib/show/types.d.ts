export interface TableData {
  head: string[]
  rows: string[][]
}

/** A picture in the docs. */
export interface Chart {
  alt: string // what the picture shows, in a sentence with figures
  spec: Record<string, any> // Vega-Lite: marks and scales; drawChart adds the looks
}
