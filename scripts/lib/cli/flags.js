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

/** @param {string} name of a flag @returns its variable, for make */
function variableOf (name) {
  return name.toUpperCase().replaceAll('-', '_')
}

/**
 * Messages name settings as make does. This names them as flags: `RATE=5` as `--rate=5`.
 * @param {string} message
 * @param {Record<string, Flag>} flags
 */
function nameFlags (message, flags) {
  return message.replace(/(?<!make \S+ )\b([A-Z_]+)=/g, (setting, variable) => {
    const name = variable.toLowerCase().replaceAll('_', '-')
    return name in flags ? `--${name}=` : setting
  })
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
    const value = values[name]
    if (value !== flag.default) throw new UsageError(`${variableOf(name)}=${value} ${why}`)
  }
}

module.exports = {
  choice,
  ensureUnset,
  integer,
  nameFlags,
  number,
  text,
  variableOf,
  yesNo,
  jsonFlag: yesNo('print one JSON document and nothing else'),
  openFlag: yesNo('do not open the page in a browser (OPEN=0)', true),
  quietFlag: yesNo('do not print the command that does the same by hand'),
  recordFlag: yesNo('save into docs/results, for the docs')
}
