'use strict'

// Declares and reads flags.

/** @import { Command, Flag } from './types' */

const { parseArgs } = require('node:util')
const { UsageError, suggest } = require('./errors')

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

/**
 * Reads flags, and variables on make's command line: it passes CONNECTIONS=10 on as
 * --CONNECTIONS=10. An empty variable counts as not given.
 * @param {Command} command
 * @param {string[]} args
 * @returns the values of all flags, and the operands
 * @throws {UsageError} When something is not declared, missing or out of range.
 */
function readCommandLine ({ name: command, operands = [], flags = {} }, args) {
  const { values: given, positionals } = parseWords(flags, args)
  const names = Object.keys(flags)
  for (const name of Object.keys(given)) {
    const isFlag = !/[A-Z]/.test(name)
    const known = names.map((name) => isFlag ? `--${name}` : variableOf(name))
    const setting = isFlag ? `--${name}` : name
    if (known.includes(setting)) continue
    throw new UsageError(`${setting} is not a setting of ${command}. ${suggest(setting, known)}`)
  }
  checkOperands(positionals, operands)
  const values = {}
  for (const [name, flag] of Object.entries(flags)) {
    const variable = variableOf(name)
    values[name] = flag.default
    if (given[variable]) values[name] = readValue(variable, flag, given[variable])
    if (name in given) values[name] = readValue(`--${name}`, flag, given[name])
  }
  return { values, operands: positionals }
}

function parseWords (flags, args) {
  /** @type {any} */
  const options = {}
  for (const [name, { type }] of Object.entries(flags)) {
    options[name] = { type: type === 'boolean' ? type : 'string' }
  }
  return parseArgs({
    args,
    options,
    strict: false, // its errors are for programmers
    allowPositionals: true,
    allowNegative: true
  })
}

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

function checkChoice (name, choices, word) {
  if (!choices || choices.includes(word)) return
  throw new UsageError(`Unknown ${name} "${word}". ${suggest(word, choices)}`)
}

function readValue (setting, flag, given) {
  const { type, choices, min = -Infinity, max = Infinity } = flag
  if (type === 'boolean') return readYesNo(setting, String(given))
  if (typeof given === 'boolean') throw new UsageError(`${setting} needs a value`)
  if (type === 'string') {
    checkChoice(setting, choices, given)
    return given
  }
  const number = given.trim() ? Number(given) : NaN
  const isRightKind = type === 'number' || Number.isInteger(number)
  if (isRightKind && number >= min && number <= max) return number
  const kind = type === 'number' ? 'number' : 'whole number'
  throw new UsageError(`${setting} must be a ${kind} from ${min} to ${max}, not "${given}"`)
}

function readYesNo (setting, given) {
  if (['1', 'true', 'yes'].includes(given)) return true
  if (['0', 'false', 'no'].includes(given)) return false
  throw new UsageError(`${setting} must be 1 (yes) or 0 (no), not "${given}"`)
}

module.exports = {
  choice,
  ensureUnset,
  integer,
  nameFlags,
  number,
  readCommandLine,
  text,
  variableOf,
  yesNo,
  jsonFlag: yesNo('print one JSON document and nothing else'),
  openFlag: yesNo('do not open the page in a browser (OPEN=0)', true),
  quietFlag: yesNo('do not print the command that does the same by hand')
}
