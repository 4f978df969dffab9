'use strict'

// Reads a command line against what the command declares. What is not declared is an error.

const { parseArgs } = require('node:util')
const { UsageError } = require('./errors')
const { makeVariables } = require('./make-variables')
const { suggest } = require('./nearest')

/**
 * @typedef {object} Flag a setting: `--some-name value`, or SOME_NAME=value for make or in the environment
 * @property {'integer'|'number'|'string'|'boolean'} type
 * @property {string} help
 * @property {number|string|boolean} [default]
 * @property {number} [min]
 * @property {number} [max]
 * @property {readonly string[]} [choices]
 * @property {string} [variable] its name for make, if another
 * @property {boolean} [ambient] false: the environment cannot set it, because other programs use that name
 *
 * @typedef {object} Operand
 * @property {string} name
 * @property {string} help
 * @property {boolean} [required]
 * @property {boolean} [many] it may be repeated; the last operand only
 * @property {readonly string[]} [choices]
 *
 * @typedef {{name: string, summary: string, operands?: Operand[], flags?: Record<string, Flag>}} Command
 * @typedef {{help: boolean, values: Record<string, any>, operands: string[]}} CommandLine
 */

// Variables on make's command line that are not settings: what make, the Makefile, Node.js, npm and terminals read.
const MAKEFILE = ['STAGES', 'LABS', 'LAB_SERVERS', 'TARGETS', 'CHECKS', 'PROFILERS',
  'PACKAGES', 'FULL_PACKAGES', 'DEV_PACKAGES', 'MANIFESTS', 'ALL']
const NOT_SETTINGS = /^(MAKE.*|SHELL|PATH|CI|NO_COLOR|FORCE_COLOR|CHROME_PATH|NGINX|NODE_.*|npm_.*)$/

/** @type {(flag: string, declared: Flag) => string} */
const variableOf = (flag, { variable }) => variable ?? flag.toUpperCase().replaceAll('-', '_')

/** @type {(command: Command, args: string[], env: NodeJS.ProcessEnv) => CommandLine} throws a UsageError */
function readCommandLine ({ name, operands = [], flags = {} }, args, env) {
  const { values: given, positionals } = parseFlags(flags, args)
  if (given.help) return { help: true, values: {}, operands: [] }

  const fromMake = makeVariables(env.MAKEFLAGS)
  const variables = Object.entries(flags).map(([flag, declared]) => variableOf(flag, declared))
  const known = [...variables, ...MAKEFILE]
  const unknown = fromMake.find((variable) => !known.includes(variable) && !NOT_SETTINGS.test(variable))
  if (unknown) throw new UsageError(`${unknown} is not a setting of ${name}. ${suggest(unknown, variables)}`)
  checkOperands(positionals, operands)

  const values = Object.entries(flags).map(([flag, declared]) => {
    const variable = variableOf(flag, declared)
    const isRead = declared.ambient !== false || fromMake.includes(variable)
    return [flag, readValue(flag, declared, given[flag] ?? ((isRead && env[variable]) || undefined))]
  })
  return { help: false, values: Object.fromEntries(values), operands: positionals }
}

/** @type {(flags: Record<string, Flag>, args: string[]) => {values: Record<string, any>, positionals: string[]}} */
function parseFlags (flags, args) {
  /** @type {import('node:util').ParseArgsConfig['options']} */
  const options = {}
  for (const [flag, { type }] of Object.entries(flags)) options[flag] = { type: type === 'boolean' ? type : 'string' }
  options.help = { type: 'boolean', short: 'h' }
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true })
  } catch (err) {
    const { message } = /** @type {Error} */ (err)
    const [, unknown] = message.match(/Unknown option '(.+?)'/) ?? []
    if (!unknown) throw new UsageError(message.split(/\.\s/)[0])
    const declared = Object.keys(options).map((flag) => `--${flag}`)
    throw new UsageError(`Unknown option ${unknown}. ${suggest(unknown, declared)}`)
  }
}

/** @type {(given: string[], declared: Operand[]) => void} */
function checkOperands (given, declared) {
  const missing = declared.slice(given.length).find(({ required }) => required)
  if (missing) throw new UsageError(`No ${missing.name} given. ${suggest('', missing.choices ?? [missing.help])}`)
  for (const [i, word] of given.entries()) {
    const operand = declared[i] ?? declared.findLast(({ many }) => many)
    if (!operand) throw new UsageError(`Unexpected operand "${word}". --help lists what this command takes.`)
    checkChoice(operand.name, word, operand.choices)
  }
}

/** @type {(name: string, word: string, choices?: readonly string[]) => void} */
function checkChoice (name, word, choices = [word]) {
  if (!choices.includes(word)) throw new UsageError(`Unknown ${name} "${word}". ${suggest(word, choices)}`)
}

/** @type {(flag: string, declared: Flag, given?: string|boolean) => number|string|boolean|undefined} */
function readValue (flag, declared, given) {
  const { type, default: value, min = -Infinity, max = Infinity, choices } = declared
  if (given === undefined) return value
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
  throw new UsageError(`${variableOf(flag, declared)} must be a ${kind} from ${min} to ${max}, not "${given}"`)
}

module.exports = { readCommandLine, variableOf }
