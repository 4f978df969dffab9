'use strict'

/**
 * The names of the variables on make's command line: the environment has their values, but only MAKEFLAGS their source.
 * @param {string} [makeflags] as in `k -j2 -- TITLE=two\ words PRICE=5$$`: make escapes blanks and backslashes. Version
 *   3.81, which macOS has, omits the `--` if there are no flags.
 */
function makeVariables (makeflags = '') {
  /** @type {string[]} */
  const words = makeflags.match(/(?:\\[^]|[^\\ \t])+/g) ?? []
  return words.slice(words.indexOf('--') + 1).flatMap((word) => word.match(/^[^-:+?!=][^:+?!=]*(?=[:+?!]*=)/) ?? [])
}

module.exports = { makeVariables }
