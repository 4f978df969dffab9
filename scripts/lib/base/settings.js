'use strict'

/** @import { ParseArgsConfig } from 'node:util' */
/** @import { Command, CommandLine, Flag, Operand } from './types' */

const { parseArgs } = require('node:util')
const { UsageError, suggest } = require('./errors')

const HELP = '--help lists what this command takes.'

/**
 * Reads flags, make's variables and the environment, in this order of precedence.
 * @param {Command} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env `MAKE_SETTINGS` names the variables on make's command line.
 * @returns {CommandLine}
 * @throws {UsageError} When something is not declared, missing or out of range.
 */
function readCommandLine ({ name, operands = [], flags = {} }, args, env) {
  const { values: given, positionals } = parseFlags(flags, args)
  checkOperands(positionals, operands)

  const fromMake = (env.MAKE_SETTINGS ?? '').split(' ').filter(Boolean)
  /** @type {string[]} */
  const variables = []
  /** @type {Record<string, any>} */
  const values = {}
  for (const [name, flag] of Object.entries(flags)) {
    const variable = flag.variable ?? name.toUpperCase().replaceAll('-', '_')
    variables.push(variable)
    let value = given[name]
    const isRead = flag.ambient !== false || fromMake.includes(variable)
    if (isRead && env[variable]) value ??= env[variable]
    values[name] = value === undefined ? flag.default : readValue(variable, flag, value)
  }
  const unknown = fromMake.find((variable) => !variables.includes(variable))
  if (unknown) {
    throw new UsageError(`${unknown} is not a setting of ${name}. ${suggest(unknown, variables)}`)
  }
  return { values, operands: positionals, variables }
}

/**
 * @param {Record<string, Flag>} flags @param {string[]} args
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 */
function parseFlags (flags, args) {
  /** @type {NonNullable<ParseArgsConfig['options']>} */
  const options = {}
  for (const [name, { type }] of Object.entries(flags)) {
    options[name] = { type: type === 'boolean' ? type : 'string' }
  }
  try {
    return parseArgs({
      args,
      options,
      allowPositionals: true,
      allowNegative: true
    })
  } catch (err) {
    const [reason] = /** @type {Error} */ (err).message.split(/\.\s/)
    const problem = reason.replace(/^Option '(.*)' argument is ambiguous$/,
      '$1 needs a value; one that begins with a dash is written as $1=-1')
    throw new UsageError(`${problem}. ${HELP}`)
  }
}

/** @param {string[]} words @param {Operand[]} operands */
function checkOperands (words, operands) {
  for (const { name, required, choices = [] } of operands.slice(words.length)) {
    if (required) throw new UsageError(`No ${name} given. Choose from ${choices.join(', ')}.`)
  }
  for (const [i, word] of words.entries()) {
    const operand = operands[i] ?? operands.findLast(({ many }) => many)
    if (!operand) throw new UsageError(`Unexpected operand "${word}". ${HELP}`)
    checkChoice(operand.name, word, operand.choices)
  }
}

/** @param {string} name @param {string} word @param {readonly string[]} [choices] */
function checkChoice (name, word, choices) {
  if (!choices || choices.includes(word)) return
  throw new UsageError(`Unknown ${name} "${word}". ${suggest(word, choices)}`)
}

/** @param {string} variable @param {Flag} flag @param {string|boolean} given */
function readValue (variable, flag, given) {
  const { type, min = -Infinity, max = Infinity } = flag
  if (typeof given === 'boolean') return given
  if (type === 'boolean') return given !== '0' && given !== 'false'
  if (type === 'string') {
    checkChoice(variable, given, flag.choices)
    return given
  }
  const number = given.trim() ? Number(given) : NaN
  const isRight = type === 'number' || Number.isInteger(number)
  if (isRight && number >= min && number <= max) return number
  const kind = type === 'number' ? type : 'whole number'
  const range = `a ${kind} from ${min} to ${max}`
  throw new UsageError(`${variable} must be ${range}, not "${given}"`)
}

module.exports = { readCommandLine }
