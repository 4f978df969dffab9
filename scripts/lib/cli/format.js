'use strict'

/** @param {Intl.NumberFormatOptions} options */
const format = (options) => new Intl.NumberFormat('en-US', options).format

const whole = format({ maximumFractionDigits: 0 })
const significant = format({ maximumSignificantDigits: 3 })
const compact = format({ notation: 'compact', maximumSignificantDigits: 3 })

/** @param {number} value */
const number = (value) => (Math.abs(value) < 1000 ? significant : whole)(value)

/** @param {number} value ms; long times are in s */
const ms = (value) => value < 10_000 ? `${number(value)} ms` : `${significant(value / 1000)} s`

/** @param {number} value µs */
const micros = (value) => value < 1000 ? `${significant(value)} µs` : ms(value / 1000)

/** @param {number} value */
function bytes (value) {
  const text = compact(value).replace(/(?=[KMBT])|$/, ' ')
  return `${text.replace('K', 'k').replace('B', 'G')}B`
}

/** @param {number} value From 0 to 1. */
const percent = (value) => value > 0 && value < 0.01 ? '< 1 %' : `${whole(value * 100)} %`

/** @param {number} value @returns {number} with two digits */
const rough = (value) => Number(value.toPrecision(2))

/** @param {number} value */
const ratio = (value) => `${significant(value)} ×`

module.exports = { bytes, micros, ms, number, percent, ratio, rough, significant }
