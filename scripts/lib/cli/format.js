'use strict'

const format = (options) => new Intl.NumberFormat('en-US', options).format

const whole = format({ maximumFractionDigits: 0 })
const exact = format({ maximumFractionDigits: 2 }) // as its source gives it
const significant = format({ maximumSignificantDigits: 3 })
const compact = format({ notation: 'compact', maximumSignificantDigits: 5 })

const number = (value) => (Math.abs(value) < 1000 ? exact : whole)(value)

const ms = (value) => `${number(value)} ms`

function bytes (value) {
  const text = compact(value).replace(/(?=[KMBT])|$/, ' ')
  return `${text.replace('K', 'k').replace('B', 'G')}B`
}

/** @param {number} value From 0 to 1. */
const percent = (value) => value > 0 && value < 0.01 ? '< 1 %' : `${whole(value * 100)} %`

/** @param {number} value @returns {number} with two digits */
const rough = (value) => Number(value.toPrecision(2))

const ratio = (value) => `${significant(value)} ×`

module.exports = {
  bytes,
  exact,
  ms,
  number,
  percent,
  ratio,
  rough,
  significant
}
