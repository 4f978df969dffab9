'use strict'

// Numbers as people read them.

/** @param {number} digits */
const plain = (digits) => new Intl.NumberFormat('en-US', { maximumFractionDigits: digits })
const fine = plain(2)
const coarse = plain(0)
const rounded = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 5 })

/** @param {number} value */
const number = (value) => (Math.abs(value) < 1000 ? fine : coarse).format(value)
/** @param {number} value not rounded: as its source gives it */
const exact = (value) => fine.format(value)
/** @param {number} value ms */
const ms = (value) => `${number(value)} ms`
/** @param {number} value bytes */
const bytes = (value) => `${compact.format(value).replace('K', 'k').replace(/(?=[kMBT])|$/, ' ').replace('B', 'G')}B`
/** @param {number} value rounded to three digits */
const significant = (value) => rounded.format(value)
/** @param {number} value 0 to 1 */
const percent = (value) => `${(value < 0.01 ? rounded : coarse).format(value * 100)} %`
/** @param {number} value */
const ratio = (value) => `${rounded.format(value)} ×`

module.exports = { bytes, exact, ms, number, percent, ratio, significant }
