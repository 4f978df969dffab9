'use strict'

/** @type {(t: import('tap').Test, found: number, wanted: number, what: string) => void} equal but for rounding */
const close = (t, found, wanted, what) =>
  t.ok(Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)), `${what}: ${found}, not ${wanted}`)

module.exports = { close }
