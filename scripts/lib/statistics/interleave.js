'use strict'

/** @type {<T>(items: T[], runs: number) => T[]} a b c, c b a, a b c, …: slow changes of the machine affect all alike */
const interleave = (items, runs) =>
  Array.from({ length: runs }, (_, i) => i % 2 === 0 ? items : items.toReversed()).flat()

module.exports = { interleave }
