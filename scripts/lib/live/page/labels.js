// Numbers as people read them from afar: figures have two significant digits.

/** @param {number} value to round down to a whole one */
export function count (value) {
  return Math.floor(value).toLocaleString('en-US')
}

export function figureText (value) {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 2 })
}
