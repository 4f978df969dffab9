// What is used here of packages that bring no types.

declare module 'distributions' {
  export class Studentt {
    constructor (degreesOfFreedom: number)
    inv (probability: number): number
  }
}

declare module 'summary' {
  export default class Summary {
    constructor (values: number[])
    mean (): number
    sd (): number
    size (): number
  }
}

declare module 'ttest' {
  type Sample = { mean: number, variance: number, size: number }
  export default function ttest (x: Sample, y: Sample, options: { alpha: number }): {
    pValue (): number
    confidence (): [number, number]
  }
}
