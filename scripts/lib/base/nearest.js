'use strict'

/** @type {(word: string, candidates: readonly string[]) => string|undefined} none if over half of the letters differ */
function nearest (word, candidates) {
  const wanted = word.toLowerCase()
  const distances = candidates.map((candidate) =>
    candidate.toLowerCase().startsWith(wanted) ? 0 : editDistance(wanted, candidate.toLowerCase()))
  const least = Math.min(...distances)
  return least <= word.length / 2 ? candidates[distances.indexOf(least)] : undefined
}

/** @type {(a: string, b: string) => number} letters to insert, delete or replace: the Levenshtein distance */
function editDistance (a, b) {
  let row = [...Array(b.length + 1).keys()]
  for (const [i, letter] of [...a].entries()) {
    const above = row
    row = [i + 1]
    for (let j = 0; j < b.length; j++) {
      row.push(Math.min(above[j + 1] + 1, row[j] + 1, above[j] + (letter === b[j] ? 0 : 1)))
    }
  }
  return row[b.length]
}

/** @type {(word: string, candidates: readonly string[]) => string} the end of a message about an unknown word */
function suggest (word, candidates) {
  if (!candidates.length) return 'There are none.'
  const candidate = word && nearest(word, candidates)
  return candidate ? `Did you mean ${candidate}?` : `Choose from ${candidates.join(', ')}.`
}

module.exports = { nearest, suggest }
