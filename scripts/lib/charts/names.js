'use strict'

/**
 * @param {import('../measure').Result} result
 * @returns {string} the contender; for a server that was not started here, its URL
 */
const nameOf = ({ contender, load }) => contender === 'url' ? load.url : contender

module.exports = { nameOf }
