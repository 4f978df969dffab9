// Types for what is used of packages that have none.

declare module 'distributions' {
  export class Studentt {
    constructor (degreesOfFreedom: number)
    cdf (value: number): number
    inv (probability: number): number
  }
}
