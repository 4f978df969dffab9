'use strict'

// Numbers as people read them.

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format // as its source gives it
const significant = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 5 }).format

/** @param {number} value */
const number = (value) => (Math.abs(value) < 1000 ? exact : whole)(value)
/** @param {number} value ms */
const ms = (value) => `${number(value)} ms`
/** @param {number} value bytes */
const bytes = (value) => `${compact(value).replace('K', 'k').replace(/(?=[kMBT])|$/, ' ').replace('B', 'G')}B`
/** @param {number} value 0 to 1 */
const percent = (value) => `${(value < 0.01 ? significant : whole)(value * 100)} %`
/** @param {number} value */
const ratio = (value) => `${significant(value)} ×`

module.exports = { bytes, exact, ms, number, percent, ratio, significant }
