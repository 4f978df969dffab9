// The types of the package do not know `skipAggregateResult`.
declare module 'autocannon' {
  function autocannon (options: object): import('./types').Generator
  export = autocannon
}
