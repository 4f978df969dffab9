'use strict'

/**
 * Names the variables on make's command line. The environment has their values, but only MAKEFLAGS
 * their source: `k -j2 -- TITLE=two\ words PRICE=5$$`. make escapes blanks and backslashes, and a
 * flag with a value begins with a hyphen.
 * @param {string} [makeflags]
 * @returns {string[]}
 */
function makeVariables (makeflags = '') {
  const words = makeflags.match(/(?:\\[^]|[^\\ \t])+/g) ?? []
  return words.flatMap((word) => word.match(/^[^-:+?!=][^:+?!=]*(?=[:+?!]*=)/) ?? [])
}

module.exports = { makeVariables }
