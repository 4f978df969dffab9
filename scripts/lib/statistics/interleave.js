'use strict'

/**
 * The order in which several are measured: a b c, c b a, a b c, … Whatever changes slowly then strikes all alike.
 *
 * @template T
 * @param {T[]} all
 * @param {number} count turns of each
 * @returns {T[]}
 */
function interleave (all, count) {
  return Array.from({ length: count }, (_, i) => i % 2 === 0 ? all : all.toReversed()).flat()
}

module.exports = { interleave }
