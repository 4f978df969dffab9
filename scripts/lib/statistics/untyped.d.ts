// Types for what is used of packages that have none.

declare module 'distributions' {
  export class Studentt {
    constructor (degreesOfFreedom: number)
    cdf (value: number): number
    inv (probability: number): number
  }
}

declare module 'ttest' {
  type Sample = { mean: number, variance: number, size: number }
  function ttest (x: Sample, y: Sample, options: { alpha: number }): {
    pValue (): number
    confidence (): [number, number]
  }
  export = ttest
}
