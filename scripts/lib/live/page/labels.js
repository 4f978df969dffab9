// Numbers as people read them, as in the terminal, but whole from 100 on: they are read from afar.

/** @param {Intl.NumberFormatOptions} options */
const formatter = (options) => new Intl.NumberFormat('en-US', options).format

const exact = formatter({ maximumFractionDigits: 2 })
const whole = formatter({ maximumFractionDigits: 0 })
const significant = formatter({ maximumSignificantDigits: 3 })

/** @param {number} value */
export const number = (value) => (Math.abs(value) < 100 ? exact : whole)(value)

/** @param {number} share */
export const fraction = (share) =>
  share < 1 ? `1/${significant(1 / share)}` : `${significant(share)} ×`

/** @param {string} iso a time */
export const minute = (iso) => iso.slice(0, 16).replace('T', ' ')
