'use strict'

/**
 * Finds the word that was probably meant.
 * @param {string} word
 * @param {readonly string[]} candidates
 * @returns {string|undefined} None if more than half of the letters differ.
 */
function nearest (word, candidates) {
  let least = word.length / 2
  let best
  for (const candidate of candidates) {
    const distance = distanceOf(word.toLowerCase(), candidate.toLowerCase())
    if (distance < least || (distance === least && best === undefined)) {
      least = distance
      best = candidate
    }
  }
  return best
}

/**
 * Counts the letters to insert, delete or replace (Levenshtein, 1966); 0 if `b` begins with `a`.
 * @param {string} a @param {string} b
 */
function distanceOf (a, b) {
  if (b.startsWith(a)) return 0
  let row = [...Array(b.length + 1).keys()]
  for (const [i, letter] of [...a].entries()) {
    const above = row
    row = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replaced = above[j] + (letter === b[j] ? 0 : 1)
      row.push(Math.min(above[j + 1] + 1, row[j] + 1, replaced))
    }
  }
  return row[b.length]
}

/**
 * Ends a message about an unknown word.
 * @param {string} word
 * @param {readonly string[]} candidates
 * @returns {string} The nearest candidate, or all of them.
 */
function suggest (word, candidates) {
  if (!candidates.length) return 'There are none.'
  const candidate = word && nearest(word, candidates)
  return candidate ? `Did you mean ${candidate}?` : `Choose from ${candidates.join(', ')}.`
}

module.exports = { nearest, suggest }
