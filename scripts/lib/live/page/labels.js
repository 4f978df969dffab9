// Numbers as people read them, as in the terminal, but whole from 100 on: they are read from afar.

export function number (value) {
  const maximumFractionDigits = Math.abs(value) < 100 ? 2 : 0
  return value.toLocaleString('en-US', { maximumFractionDigits })
}

export function fraction (share) {
  const factor = share < 1 ? 1 / share : share
  const text = factor.toLocaleString('en-US', { maximumSignificantDigits: 3 })
  return share < 1 ? `1/${text}` : `${text} ×`
}
