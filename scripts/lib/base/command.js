'use strict'

// What all commands have in common: settings, --help, Ctrl-C, one line for an error, the exit code.

/** @import { Call, Command, Flag } from './types' */

const path = require('node:path')
const { UserError } = require('./errors')
const { readCommandLine, variableOf } = require('./settings')
const { painter } = require('./terminal')

// Exit codes: 128 + the signal's number, as in a shell.
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

/** @type {Flag} */
const openFlag = {
  type: 'boolean',
  default: true,
  help: 'do not open the page in a browser (OPEN=0)'
}

/**
 * Runs a command. The exit code is 0 when it did its job, 1 when it failed, 2 when it was called
 * wrongly, 3 when it found what it looks for, 128 + the signal's number when it was interrupted.
 * @param {Command} spec
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
  // The reader of stdout has ended, such as `| head`.
  process.stdout.on('error', () => process.exit(interruptCode))

  try {
    const { help, ...given } = readCommandLine(declared, process.argv.slice(2), process.env)
    if (help) {
      console.log(helpText(declared))
      return
    }
    keepSettings(declared)
    await main({ ...given, signal: interrupt.signal, paint: painter(process.stdout) })
  } catch (err) {
    const { aborted, reason } = interrupt.signal
    if (aborted && spec.untilInterrupted) process.exit(0)
    const error = aborted ? reason : err
    console.error(error instanceof UserError ? `${declared.name}: ${error.message}` : error)
    process.exit(error instanceof UserError && !aborted ? error.exitCode : interruptCode)
  }
}

/**
 * Deletes the settings from the environment: what the command starts, such as another make, must
 * not inherit them.
 * @param {Command} command
 */
function keepSettings ({ flags = {} }) {
  for (const variable of Object.keys(process.env)) {
    if (/^(MAKE|MFLAGS)/.test(variable)) delete process.env[variable]
  }
  for (const [name, flag] of Object.entries(flags)) delete process.env[variableOf(name, flag)]
}

/** @param {Command} command */
function helpText ({ name = '', summary, operands = [], flags = {} }) {
  const root = path.join(__dirname, '../../..')
  const script = path.relative(root, require.main?.filename ?? name)
  const usage = ['Usage: node', script]
  for (const { name, required, many } of operands) {
    usage.push(required ? `<${name}>` : `[${name}${many ? '…' : ''}]`)
  }
  const lines = [usage.join(' '), '', summary]
  if (operands.length) lines.push('')
  for (const { name, help } of operands) lines.push(row(name, help))

  const settings = Object.entries(flags).map(settingRow)
  if (settings.length) {
    lines.push('', 'Settings (for make, or in the environment: DURATION=5):', ...settings)
  }
  return lines.join('\n')
}

/** @param {[string, Flag]} flag */
function settingRow ([name, flag]) {
  if (flag.type === 'boolean') return row(`--${flag.default ? 'no-' : ''}${name}`, flag.help)
  let help = flag.help
  if (flag.variable) help += `; for make: ${flag.variable}`
  if (flag.default !== undefined) help += ` [${flag.default}]`
  return row(`--${name} …`, help)
}

/** @param {string} label @param {string} help */
function row (label, help) {
  return `  ${label.padEnd(18)} ${help.replaceAll('\n', `\n${' '.repeat(21)}`)}`
}

module.exports = { command, openFlag }
