'use strict'

// Declares and reads settings. --live-port 0, --LIVE_PORT=0 and make's LIVE_PORT=0 are the same;
// messages name them as make does.

/** @import { Call, CheckChoice, ChoiceFlag, Command, Flag, Flags } from './types' */
/** @import { NumberFlag, Operand, ReadValue, TextFlag } from './types' */

const { parseArgs } = require('node:util')
const { UsageError, suggest } = require('./errors')

/** @type {NumberFlag} */
const integer = (min, max, help, value) =>
  ({ type: 'whole number', min, max, help, default: value })

/** @type {NumberFlag} */
const number = (min, max, help, value) => ({ type: 'number', min, max, help, default: value })

/** @type {TextFlag} */
const text = (help, value) => ({ type: 'string', help, default: value })

/** @type {ChoiceFlag} */
const choice = (choices, help, value) => ({ type: 'string', choices, help, default: value })

/** @param {string} help @param {boolean} [value] @returns {Flag<boolean|undefined>} */
const yesNo = (help, value) => ({ type: 'boolean', help, default: value })

/** @param {string} name of a flag @returns its variable, for make */
function variableOf (name) {
  return name.toUpperCase().replaceAll('-', '_')
}

/** @param {string} variable */
function flagOf (variable) {
  return variable.toLowerCase().replaceAll('_', '-')
}

/**
 * Reads settings and operands.
 * @template {Flags} F
 * @param {Command<F>} spec
 * @param {string[]} args
 * @returns {Omit<Call<F>, 'signal'>} all values; an empty one of make counts as not given
 * @throws {UsageError} When something is not declared, missing or out of range.
 */
function readCommandLine (spec, args) {
  const { name: command, operands = [] } = spec
  /** @type {Flags} */
  const flags = spec.flags ?? {}
  const { values: given, positionals } = parseWords(flags, args)
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(flags, name)) continue // CONSTRUCTOR is in all objects
    const setting = variableOf(name)
    const advice = suggest(setting, Object.keys(flags).map(variableOf))
    throw new UsageError(`${setting} is not a setting of ${command}. ${advice}`)
  }
  checkOperands(positionals, operands)
  /** @type {Record<string, unknown>} */
  const values = {}
  for (const [name, flag] of Object.entries(flags)) {
    const word = given[name]
    const isGiven = word !== undefined && !args.includes(`--${variableOf(name)}=`)
    values[name] = isGiven ? readValue(variableOf(name), flag, word) : flag.default
  }
  return { values: /** @type {Call<F>['values']} */ (values), operands: positionals }
}

/**
 * Refuses settings that would have no effect.
 * @param {Record<string, unknown>} values
 * @param {Flags} flags
 * @param {string} why
 */
function ensureUnset (values, flags, why) {
  for (const [name, flag] of Object.entries(flags)) {
    if (values[name] !== flag.default) throw new UsageError(`${variableOf(name)} ${why}`)
  }
}

/** @param {Flags} flags @param {string[]} args */
function parseWords (flags, args) {
  /** @type {Record<string, {type: 'boolean'|'string'}>} */
  const options = {}
  for (const [name, { type }] of Object.entries(flags)) {
    options[name] = { type: type === 'boolean' ? type : 'string' }
  }
  return parseArgs({
    args: args.map((word) => word.replace(/^--\w[^=]*/, flagOf)),
    options,
    strict: false, // its errors are for programmers
    allowPositionals: true,
    allowNegative: true
  })
}

/** @param {string[]} words @param {Operand[]} operands */
function checkOperands (words, operands) {
  const missing = operands[words.length]
  if (missing?.required) {
    throw new UsageError(`No ${missing.name} given. Choose from ${missing.choices.join(', ')}.`)
  }
  for (const [i, word] of words.entries()) {
    const operand = operands[i] ?? operands.findLast(({ many }) => many)
    if (!operand) {
      throw new UsageError(`Unexpected operand "${word}". --help lists what this command takes.`)
    }
    checkChoice(operand.name, operand.choices, word)
  }
}

/** @type {CheckChoice} */
function checkChoice (name, choices, word) {
  if (!choices || choices.includes(word)) return
  throw new UsageError(`Unknown ${name} "${word}". ${suggest(word, choices)}`)
}

/** @type {ReadValue} */
function readValue (setting, flag, given) {
  const { type, choices, min = -Infinity, max = Infinity } = flag
  if (type === 'boolean') return readYesNo(setting, String(given))
  if (typeof given !== 'string') throw new UsageError(`${setting} needs a value`)
  if (type === 'string') {
    checkChoice(setting, choices, given)
    return given
  }
  const number = given.trim() ? Number(given) : NaN
  const isRightKind = type === 'number' || Number.isInteger(number)
  if (isRightKind && number >= min && number <= max) return number
  throw new UsageError(`${setting} must be a ${type} from ${min} to ${max}, not "${given}"`)
}

/** @param {string} setting @param {string} given */
function readYesNo (setting, given) {
  if (['1', 'true', 'yes'].includes(given)) return true
  if (['0', 'false', 'no'].includes(given)) return false
  throw new UsageError(`${setting} must be 1 (yes) or 0 (no), not "${given}"`)
}

module.exports = {
  choice,
  ensureUnset,
  integer,
  number,
  readCommandLine,
  text,
  variableOf,
  yesNo,
  jsonFlag: yesNo('print one JSON document and nothing else'),
  openFlag: yesNo('do not open the page in a browser (OPEN=0)', true),
  quietFlag: yesNo('do not print the command that does the same by hand')
}
