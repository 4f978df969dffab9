'use strict'

// The pages that tell what a reader is to find. They say so themselves, and the search of the site
// leaves them out.

const MARK = /\*\*(this page |it )(names the fault|is the answer)/i
const OF_CASES = /^docs\/(cases\/|teach\/case-key)/

/**
 * @param {string} page its path in the project
 * @param {string} text of it
 */
function isAnswer (page, text) {
  return OF_CASES.test(page) || MARK.test(text)
}

module.exports = { isAnswer }
