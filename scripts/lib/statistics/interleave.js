'use strict'

/**
 * Repeats the items, every second time backwards: a b c, c b a, a b c, … Slow changes of the
 * machine then affect all items alike.
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
