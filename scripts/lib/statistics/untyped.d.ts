// Types for what this folder uses of packages that have none.

declare module 'distributions' {
  export class Studentt {
    constructor (degreesOfFreedom: number)
    cdf (value: number): number
    inv (probability: number): number
  }
  export class Normal {
    cdf (value: number): number
  }
}

declare module 'summary' {
  class Summary {
    constructor (values: number[])
    mean (): number
    median (): number
    sd (): number
    size (): number
  }
  export = Summary
}

declare module 'ttest' {
  type Sample = { mean: number, variance: number, size: number }
  function ttest (x: Sample, y: Sample, options: { alpha: number }): {
    pValue (): number
    confidence (): [number, number]
  }
  export = ttest
}
