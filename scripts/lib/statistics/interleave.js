'use strict'

/**
 * The order of interleaved runs: a b c, c b a, a b c, … Slow changes of the machine then affect all items alike.
 * @type {<T>(items: T[], runs: number) => T[]} `runs` of each item
 */
function interleave (items, runs) {
  return Array.from({ length: runs }, (_, i) => i % 2 === 0 ? items : items.toReversed()).flat()
}

module.exports = { interleave }
