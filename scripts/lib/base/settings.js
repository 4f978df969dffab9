'use strict'

// Reads a command line against what the command declares. What is not declared is an error.

/** @import { ParseArgsConfig } from 'node:util' */
/** @import { Command, CommandLine, Flag, Operand } from './types' */

const { parseArgs } = require('node:util')
const { UsageError } = require('./errors')
const { makeVariables } = require('./make-variables')
const { suggest } = require('./nearest')

// Variables on make's command line that are not settings: those that the Makefile has itself, and
// those that make, Node.js, npm and terminals read.
const NOT_SETTINGS = new RegExp('^(' + [
  'STAGES|LABS|LAB_SERVERS|TARGETS|CHECKS|PROFILERS|MANIFESTS|ALL',
  '(FULL_|DEV_)?PACKAGES',
  'MAKE.*|SHELL|PATH|CI|NO_COLOR|FORCE_COLOR|CHROME_PATH|NGINX|NODE_.*|npm_.*'
].join('|') + ')$')

/**
 * Names the variable that sets a flag, for make and in the environment.
 * @param {string} name Of the flag.
 * @param {Flag} flag
 * @returns {string} Such as `LIVE_PORT` for `live-port`.
 */
function variableOf (name, flag) {
  return flag.variable ?? name.toUpperCase().replaceAll('-', '_')
}

/**
 * Reads flags, make's variables and the environment, in this order of precedence.
 * @param {Command} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {CommandLine}
 * @throws {UsageError} When something is not declared, missing or out of range.
 */
function readCommandLine ({ name, operands = [], flags = {} }, args, env) {
  const { values: given, positionals } = parseFlags(flags, args)
  if (given.help) return { help: true, values: {}, operands: [] }

  const fromMake = makeVariables(env.MAKEFLAGS)
  const variables = Object.entries(flags).map(([flag, declared]) => variableOf(flag, declared))
  for (const variable of fromMake) {
    if (variables.includes(variable) || NOT_SETTINGS.test(variable)) continue
    throw new UsageError(`${variable} is not a setting of ${name}. ${suggest(variable, variables)}`)
  }
  checkOperands(positionals, operands)

  /** @type {Record<string, any>} */
  const values = {}
  for (const [flag, declared] of Object.entries(flags)) {
    const variable = variableOf(flag, declared)
    const isRead = declared.ambient !== false || fromMake.includes(variable)
    const fromEnvironment = isRead && env[variable] ? env[variable] : undefined
    values[flag] = readValue(flag, declared, given[flag] ?? fromEnvironment)
  }
  return { help: false, values, operands: positionals }
}

/**
 * @param {Record<string, Flag>} flags @param {string[]} args
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 */
function parseFlags (flags, args) {
  /** @type {NonNullable<ParseArgsConfig['options']>} */
  const options = { help: { type: 'boolean', short: 'h' } }
  for (const [flag, { type }] of Object.entries(flags)) {
    options[flag] = { type: type === 'boolean' ? 'boolean' : 'string' }
  }
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true })
  } catch (err) {
    const { message } = /** @type {Error} */ (err)
    const [, unknown] = message.match(/Unknown option '(.+?)'/) ?? []
    if (!unknown) throw new UsageError(message.split(/\.\s/)[0])
    const known = [...Object.keys(flags), 'help'].map((flag) => `--${flag}`)
    throw new UsageError(`Unknown option ${unknown}. ${suggest(unknown, known)}`)
  }
}

/** @param {string[]} given @param {Operand[]} declared */
function checkOperands (given, declared) {
  const missing = declared.slice(given.length).find(({ required }) => required)
  if (missing) {
    const { name, help, choices = [help] } = missing
    throw new UsageError(`No ${name} given. ${suggest('', choices)}`)
  }
  for (const [i, word] of given.entries()) {
    const operand = declared[i] ?? declared.findLast(({ many }) => many)
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

/** @param {string} flag @param {Flag} declared @param {string|boolean} [given] */
function readValue (flag, declared, given) {
  const { type, min = -Infinity, max = Infinity, choices } = declared
  if (given === undefined) return declared.default
  if (typeof given === 'boolean') return given
  if (type === 'boolean') return given !== '0' && given !== 'false'
  if (type === 'string') {
    checkChoice(flag, given, choices)
    return given
  }
  const number = given.trim() === '' ? NaN : Number(given)
  const isRight = type === 'integer' ? Number.isInteger(number) : Number.isFinite(number)
  if (isRight && number >= min && number <= max) return number
  const kind = type === 'integer' ? 'whole number' : 'number'
  const variable = variableOf(flag, declared)
  throw new UsageError(`${variable} must be a ${kind} from ${min} to ${max}, not "${given}"`)
}

module.exports = { readCommandLine, variableOf }
