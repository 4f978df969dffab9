'use strict'

// Declares flags. `value` is the default.

/** @import { Flag } from './types' */

const { UsageError } = require('./errors')

/** @param {number} min @param {number} max @param {string} help @param {number} [value] */
function integer (min, max, help, value) {
  return { type: 'integer', min, max, help, default: value }
}

/** @param {number} min @param {number} max @param {string} help @param {number} [value] */
function number (min, max, help, value) {
  return { type: 'number', min, max, help, default: value }
}

/** @param {string} help @param {string} [value] */
function text (help, value) {
  return { type: 'string', help, default: value }
}

/** @param {string[]} choices @param {string} help @param {string} [value] */
function choice (choices, help, value) {
  return { type: 'string', choices, help, default: value }
}

/** @param {string} help @param {boolean} [value] */
function yesNo (help, value) {
  return { type: 'boolean', help, default: value }
}

/** @param {Flag} flag @returns {Flag} only make's: other programs use its variable */
function notAmbient (flag) {
  return { ...flag, ambient: false }
}

/** @param {string} name @param {Flag} flag @returns its variable, for make */
function variableOf (name, flag) {
  return flag.variable ?? name.toUpperCase().replaceAll('-', '_')
}

/**
 * Refuses settings that would have no effect.
 * @param {Record<string, any>} values
 * @param {Record<string, Flag>} flags
 * @param {string} why
 * @throws {UsageError} When one of the flags has another value than its default.
 */
function ensureUnset (values, flags, why) {
  for (const [name, flag] of Object.entries(flags)) {
    if (values[name] !== flag.default) throw new UsageError(`${variableOf(name, flag)} ${why}`)
  }
}

module.exports = {
  choice,
  ensureUnset,
  integer,
  notAmbient,
  number,
  text,
  variableOf,
  yesNo,
  jsonFlag: yesNo('print one JSON document and nothing else'),
  openFlag: yesNo('do not open the page in a browser (OPEN=0)', true),
  quietFlag: yesNo('do not print the command that does the same by hand'),
  recordFlag: yesNo('save into docs/results, for the docs')
}
