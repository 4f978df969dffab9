// Numbers as people read them from afar: figures have two significant digits.

/** Of an axis: in full, and whole from 100 on. */
export function axisLabel (value) {
  const maximumFractionDigits = Math.abs(value) < 100 ? 2 : 0
  return value.toLocaleString('en-US', { maximumFractionDigits })
}

/** @param {number} value to round down to a whole one */
export function count (value) {
  return Math.floor(value).toLocaleString('en-US')
}

export function figureText (value) {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 2 })
}
