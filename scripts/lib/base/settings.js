'use strict'

/** @import { ParseArgsConfig } from 'node:util' */
/** @import { Command, CommandLine, Flag, Operand } from './types' */

const { parseArgs } = require('node:util')
const { UsageError } = require('./errors')
const { suggest } = require('./nearest')

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
  for (const [flag, declared] of Object.entries(flags)) {
    const variable = declared.variable ?? flag.toUpperCase().replaceAll('-', '_')
    const isRead = declared.ambient !== false || fromMake.includes(variable)
    const text = isRead && env[variable] ? env[variable] : undefined
    variables.push(variable)
    values[flag] = readValue(variable, declared, given[flag] ?? text)
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
  for (const [flag, { type }] of Object.entries(flags)) {
    options[flag] = { type: type === 'boolean' ? 'boolean' : 'string' }
  }
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true })
  } catch (err) {
    const [problem] = /** @type {Error} */ (err).message.split(/\.\s/)
    throw new UsageError(`${problem}. --help lists what this command takes.`)
  }
}

/** @param {string[]} words @param {Operand[]} operands */
function checkOperands (words, operands) {
  const missing = operands.slice(words.length).find(({ required }) => required)
  if (missing) {
    const { name, choices = [] } = missing
    throw new UsageError(`No ${name} given. ${suggest('', choices)}`)
  }
  for (const [i, word] of words.entries()) {
    const operand = operands[i] ?? operands.findLast(({ many }) => many)
    if (!operand) {
      throw new UsageError(`Unexpected operand "${word}". --help lists what this command takes.`)
    }
    checkChoice(operand.name, word, operand.choices)
  }
}

/** @param {string} name @param {string} word @param {readonly string[]} [choices] */
function checkChoice (name, word, choices) {
  if (!choices || choices.includes(word)) return
  throw new UsageError(`Unknown ${name} "${word}". ${suggest(word, choices)}`)
}

/** @param {string} variable @param {Flag} flag @param {string|boolean} [given] */
function readValue (variable, flag, given) {
  const { type, min = -Infinity, max = Infinity, choices } = flag
  if (given === undefined) return flag.default
  if (typeof given === 'boolean') return given
  if (type === 'boolean') return given !== '0' && given !== 'false'
  if (type === 'string') {
    checkChoice(variable, given, choices)
    return given
  }
  const number = given.trim() === '' ? NaN : Number(given)
  const isWhole = type === 'number' || Number.isInteger(number)
  if (isWhole && number >= min && number <= max) return number
  const kind = type === 'integer' ? 'whole number' : 'number'
  throw new UsageError(`${variable} must be a ${kind} from ${min} to ${max}, not "${given}"`)
}

module.exports = { readCommandLine }
