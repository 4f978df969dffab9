// Numbers for a reader: the same format as in the terminal's tables (scripts/lib/base/format.js).

const fine = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const coarse = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const rounded = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })

/** @param {number} value */
export const number = (value) => (Math.abs(value) < 1000 ? fine : coarse).format(value)
/** @param {number} value that changes while you read it: three digits are enough */
export const changing = (value) => (Math.abs(value) < 1000 ? rounded : coarse).format(value)
/** @param {number} value 0 to 1, as a percentage without its unit */
export const percentage = (value) => (value < 0.01 ? rounded : coarse).format(value * 100)
/** @param {number} value bytes, in MB without the unit */
export const megabytes = (value) => rounded.format(value / 1e6)
/** @param {number} value */
export const ratio = (value) => `${rounded.format(value)} ×`
/** @param {number} value on an axis */
export const short = (value) => compact.format(value).replace('K', 'k')
