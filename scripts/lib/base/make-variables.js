'use strict'

/**
 * The names of the variables on make's command line: the environment has their values, but only MAKEFLAGS their source.
 * @param {string} [makeflags] as in `k -j2 -- TITLE=two\ words PRICE=5$$`: make escapes blanks and backslashes; a flag
 *   with a value begins with a hyphen
 */
function makeVariables (makeflags = '') {
  const words = [...makeflags.matchAll(/(?:\\[^]|[^\\ \t])+/g)]
  return words.flatMap(([word]) => word.match(/^[^-:+?!=][^:+?!=]*(?=[:+?!]*=)/) ?? [])
}

module.exports = { makeVariables }
