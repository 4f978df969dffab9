'use strict'

/** @import { Command } from './types' */

const { parseArgs } = require('node:util')
const { UsageError, suggest } = require('./errors')
const { variableOf } = require('./flags')

const HELP = '--help lists what this command takes.'

/**
 * Reads flags, make's variables and the environment, in this order.
 * @param {Command} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env `MAKE_SETTINGS` names the variables on make's command line
 * @returns the values of all flags, the operands, and the `variables` that were read
 * @throws {UsageError} When something is not declared, missing or out of range.
 */
function readCommandLine ({ name, operands = [], flags = {} }, args, env) {
  const { values: given, positionals } = parseFlags(flags, args)
  checkOperands(positionals, operands)

  const fromMake = (env.MAKE_SETTINGS ?? '').split(' ').filter(Boolean)
  const known = []
  const variables = []
  const values = {}
  for (const [name, flag] of Object.entries(flags)) {
    const variable = variableOf(name, flag)
    known.push(variable)
    let value = given[name]
    if (flag.ambient !== false || fromMake.includes(variable)) {
      variables.push(variable)
      if (env[variable]) value ??= env[variable]
    }
    values[name] = value === undefined ? flag.default : readValue(variable, flag, value)
  }
  const unknown = fromMake.find((variable) => !known.includes(variable))
  if (unknown) {
    throw new UsageError(`${unknown} is not a setting of ${name}. ${suggest(unknown, known)}`)
  }
  return { values, operands: positionals, variables }
}

function parseFlags (flags, args) {
  /** @type {any} */
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
    const [reason] = err.message.split(/\.\s/) // its advice is for programmers
    const problem = reason.replace(/^Option '(.*)' argument is ambiguous$/,
      '$1 needs a value; one that begins with a dash is written as $1=-1')
    throw new UsageError(`${problem}. ${HELP}`)
  }
}

function checkOperands (words, operands) {
  const missing = operands[words.length]
  if (missing?.required) {
    throw new UsageError(`No ${missing.name} given. Choose from ${missing.choices.join(', ')}.`)
  }
  for (const [i, word] of words.entries()) {
    const operand = operands[i] ?? operands.findLast(({ many }) => many)
    if (!operand) throw new UsageError(`Unexpected operand "${word}". ${HELP}`)
    checkChoice(operand.name, operand.choices, word)
  }
}

function checkChoice (name, choices, word) {
  if (!choices || choices.includes(word)) return
  throw new UsageError(`Unknown ${name} "${word}". ${suggest(word, choices)}`)
}

function readValue (variable, flag, given) {
  const { type, choices, min = -Infinity, max = Infinity } = flag
  if (type === 'boolean') return readYesNo(variable, String(given))
  if (type === 'string') {
    checkChoice(variable, choices, given)
    return given
  }
  const number = given.trim() ? Number(given) : NaN
  const isRightKind = type === 'number' || Number.isInteger(number)
  if (isRightKind && number >= min && number <= max) return number
  const kind = type === 'number' ? 'number' : 'whole number'
  throw new UsageError(`${variable} must be a ${kind} from ${min} to ${max}, not "${given}"`)
}

function readYesNo (variable, given) {
  if (['1', 'true', 'yes'].includes(given)) return true
  if (['0', 'false', 'no'].includes(given)) return false
  throw new UsageError(`${variable} must be 1 (yes) or 0 (no), not "${given}"`)
}

module.exports = { readCommandLine }
