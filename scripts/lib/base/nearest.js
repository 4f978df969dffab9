'use strict'

/**
 * Ends a message about an unknown word.
 * @param {string} word
 * @param {readonly string[]} candidates
 * @returns {string} The candidate that was probably meant, or all of them.
 */
function suggest (word, candidates) {
  if (!candidates.length) return 'There are none.'
  const distances = candidates.map((candidate) => distance(word, candidate))
  const least = Math.min(...distances)
  if (!word || least > word.length / 2) return `Choose from ${candidates.join(', ')}.`
  return `Did you mean ${candidates[distances.indexOf(least)]}?`
}

/**
 * Counts the letters to insert, delete or replace (Levenshtein, 1966).
 * @param {string} from @param {string} to
 */
function distance (from, to) {
  const a = from.toLowerCase()
  const b = to.toLowerCase()
  if (b.startsWith(a)) return 0
  let row = [...Array(b.length + 1).keys()]
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replaced = a[i] === b[j] ? row[j] : row[j] + 1
      next.push(Math.min(row[j + 1] + 1, next[j] + 1, replaced))
    }
    row = next
  }
  return row[b.length]
}

module.exports = { suggest }
