'use strict'

/**
 * The order of interleaved runs: a b c, c b a, a b c, … Slow changes of the machine then affect all items alike.
 *
 * @template T
 * @param {T[]} items
 * @param {number} runs of each item
 * @returns {T[]}
 */
function interleave (items, runs) {
  return Array.from({ length: runs }, (_, i) => i % 2 === 0 ? items : items.toReversed()).flat()
}

module.exports = { interleave }
