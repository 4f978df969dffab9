'use strict'

// What all commands have in common: settings, --help, Ctrl-C, one line for an error, the exit code.

const path = require('node:path')
const { UserError } = require('./errors')
const { readCommandLine, variableOf } = require('./settings')
const { painter } = require('./terminal')

/**
 * @typedef {import('./settings').Flag} Flag
 * @typedef {object} Call
 * @property {Record<string, any>} values of all flags by name
 * @property {string[]} operands
 * @property {AbortSignal} signal aborted by Ctrl-C
 * @property {import('./terminal').Paint} paint for stdout
 */

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } // exit codes: 128 + the signal's number, as in a shell

/** @type {Flag} */
const openFlag = { type: 'boolean', default: true, help: 'do not open the page in a browser (OPEN=0)' }

/**
 * Runs a command. The exit code is 0 when it did its job, 1 when it failed, 2 when it was called wrongly, 3 when it
 * found what it looks for, 128 + the signal's number when it was interrupted.
 * @param {Omit<import('./settings').Command, 'name'> & {name?: string, untilInterrupted?: boolean}} spec the default
 *   name is the script's; `untilInterrupted`: the exit code of an interrupted command is 0
 * @param {(call: Call) => Promise<void>|void} main
 */
async function command (spec, main) {
  const declared = { name: path.basename(process.argv[1], '.js'), flags: {}, ...spec }
  const interrupt = new AbortController()
  let interruptCode = 1
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => {
      interruptCode = code
      interrupt.abort(new UserError('interrupted'))
    })
  }
  process.stdout.on('error', () => process.exit(interruptCode)) // its reader has ended, such as `| head`

  try {
    const { help, ...call } = readCommandLine(declared, process.argv.slice(2), process.env)
    if (help) return console.log(helpText(declared))
    // The settings are for this command: what it starts, such as another make, must not inherit them.
    const makes = Object.keys(process.env).filter((variable) => /^(MAKE|MFLAGS)/.test(variable))
    const settings = Object.entries(declared.flags).map(([flag, itsFlag]) => variableOf(flag, itsFlag))
    for (const variable of [...settings, ...makes]) delete process.env[variable]
    await main({ ...call, signal: interrupt.signal, paint: painter(process.stdout) })
  } catch (err) {
    const { aborted, reason } = interrupt.signal
    if (aborted && spec.untilInterrupted) process.exit(0)
    const error = aborted ? reason : err
    console.error(error instanceof UserError ? `${declared.name}: ${error.message}` : error)
    process.exit(error instanceof UserError && !aborted ? error.exitCode : interruptCode)
  }
}

/** @type {(command: import('./settings').Command) => string} */
function helpText ({ name, summary, operands = [], flags = {} }) {
  const script = path.relative(path.join(__dirname, '../../..'), require.main?.filename ?? name)
  const usage = operands.map(({ name, required, many }) => required ? `<${name}>` : `[${name}${many ? '…' : ''}]`)
  const settings = Object.entries(flags).map(([flag, { type, help, default: value, variable }]) => {
    if (type === 'boolean') return row(`--${value ? 'no-' : ''}${flag}`, help)
    const text = variable ? `${help}; for make: ${variable}` : help
    return row(`--${flag} …`, value === undefined ? text : `${text} [${value}]`)
  })
  return [
    ['Usage: node', script, ...usage].join(' '),
    `\n${summary}`,
    ...(operands.length ? ['', ...operands.map(({ name, help }) => row(name, help))] : []),
    ...(settings.length ? ['\nSettings (for make, or in the environment: DURATION=5):', ...settings] : [])
  ].join('\n')
}

/** @type {(label: string, help: string) => string} */
const row = (label, help) => `  ${label.padEnd(18)} ${help.replaceAll('\n', `\n${' '.repeat(21)}`)}`

module.exports = { command, openFlag }
