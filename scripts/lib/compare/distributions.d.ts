declare module 'distributions' {
  export class Studentt {
    constructor (freedom: number)
    inv (probability: number): number
    cdf (value: number): number
  }
}
