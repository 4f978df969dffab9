'use strict'

/**
 * @param {import('../../measure/measure').Result} result
 * @returns {string} the target; for a server that was not started here, its URL
 */
const resultName = ({ target, load }) => target === 'url' ? load.url : target

module.exports = { resultName }
