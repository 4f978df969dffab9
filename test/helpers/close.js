'use strict'

/** Compares two numbers, which are equal but for rounding. */
const close = (t, found, wanted, what) =>
  t.ok(
    Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)),
    `${what}: ${found}, not ${wanted}`
  )

module.exports = { close }
