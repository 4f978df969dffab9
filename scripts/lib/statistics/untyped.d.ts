declare module 'distributions' {
  export class Studentt {
    constructor (degreesOfFreedom: number)
    cdf (value: number): number
    inv (probability: number): number
  }
}
