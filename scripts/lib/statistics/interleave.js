'use strict'

/**
 * Repeats items as in a b c, c b a, a b c: slow changes of the machine affect all alike.
 * @template T
 * @param {T[]} items
 * @param {number} runs How often each item occurs.
 */
function interleave (items, runs) {
  const order = []
  for (let run = 0; run < runs; run++) {
    order.push(...(run % 2 === 0 ? items : items.toReversed()))
  }
  return order
}

module.exports = { interleave }
