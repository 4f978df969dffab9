'use strict'

// What every command does alike: reads flags and environment, helps, ends on Ctrl-C, and tells mistakes in a line.

const path = require('node:path')
const { parseArgs } = require('node:util')
const { UserError, UsageError } = require('./errors')

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } // exit codes by the shell's custom, 128 + number

/**
 * @typedef {object} Flag a setting: `--some-name value`, or the environment variable SOME_NAME
 * @property {'integer'|'number'|'string'|'boolean'} type
 * @property {string} help
 * @property {number|string} [default]
 * @property {number} [min]
 * @property {number} [max]
 */

/**
 * Runs a command to its end, and the process with it: exit code 0 when it did its job, 1 when it could not,
 * 2 when it was called wrongly, 128 + the signal's number when interrupted.
 *
 * @param {{usage: string, summary: string, flags?: Record<string, Flag>}} spec
 * @param {(call: {values: Record<string, any>, operands: string[], signal: AbortSignal}) => Promise<void>|void} main
 */
async function command ({ usage, summary, flags = {} }, main) {
  const name = path.basename(process.argv[1], '.js')
  const interrupt = new AbortController()
  let exitCode = 1
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => {
      exitCode = code
      interrupt.abort(new UserError('interrupted'))
    })
  }
  process.stdout.on('error', () => process.exit(exitCode)) // whoever read it has gone (`| head`)

  try {
    const { values, operands } = parse(flags)
    if (values.help) console.log(help({ usage, summary, flags }))
    else await main({ values, operands, signal: interrupt.signal })
  } catch (err) {
    if (err instanceof UsageError) exitCode = 2
    console.error(err instanceof UserError ? `${name}: ${err.message}` : err)
    process.exit(exitCode)
  }
}

function parse (flags) {
  const options = { help: { type: 'boolean', short: 'h' } }
  for (const [name, { type }] of Object.entries(flags)) options[name] = { type: type === 'boolean' ? type : 'string' }
  let parsed
  try {
    parsed = parseArgs({ options, allowPositionals: true })
  } catch (err) {
    throw new UsageError(`${err.message.split(/\.\s/)[0]} (--help lists what there is)`)
  }
  const values = { help: parsed.values.help }
  for (const [name, flag] of Object.entries(flags)) values[name] = value(name, flag, parsed.values[name])
  return { values, operands: parsed.positionals }
}

function value (name, flag, given) {
  const variable = name.toUpperCase().replaceAll('-', '_')
  const text = given ?? (process.env[variable] || undefined)
  if (text === undefined) return flag.default
  if (flag.type === 'boolean') return text !== '0' && text !== 'false'
  if (flag.type === 'string') return text
  const { type, min, max } = flag
  const number = Number(text)
  const right = type === 'integer' ? Number.isInteger(number) : Number.isFinite(number)
  if (text.trim() === '' || !right || number < min || number > max) {
    throw new UsageError(`${variable} must be a ${type === 'integer' ? 'whole number' : 'number'} from ${min} to ${max}, not "${text}"`)
  }
  return number
}

function help ({ usage, summary, flags }) {
  const lines = Object.entries(flags).map(([name, { type, help, default: value }]) => {
    const flag = `--${name}${type === 'boolean' ? '' : ' …'}`
    return `  ${flag.padEnd(18)} ${help}${value === undefined ? '' : ` [${value}]`}`
  })
  const variables = lines.length ? ['', 'Flags (each is an environment variable too, in capitals and with _ for -: DURATION=5):', ...lines] : []
  return [`Usage: node scripts/${usage}`, '', summary, ...variables].join('\n')
}

module.exports = { command }
