'use strict'

/** @param {string[]} names @returns {Record<string, number>} how often each occurs */
function countByName (names) {
  /** @type {Record<string, number>} */
  const counts = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

module.exports = { countByName }
