'use strict'

/** @import { Call, Command, Flag, Flags } from './types' */

const path = require('node:path')
const { UserError, isUserError } = require('./errors')
const { readCommandLine } = require('./flags')
const { ROOT } = require('./project')
const { printNotice } = require('./terminal')

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } // with their exit codes

/**
 * Runs a command. Its exit code is 0 when it did its job, 1 when it failed, 2 when it was called
 * wrongly, 3 when it found what it looks for, 128 + the signal's number when it was interrupted.
 * @template {Flags} F
 * @param {Command<F>} spec
 * @param {(call: Call<F>) => Promise<void>|void} main
 */
async function command (spec, main) {
  const [, script, ...args] = process.argv
  const name = spec.name ?? path.basename(script, '.js')
  const interrupt = new AbortController()
  /** @type {number|undefined} once it is known */
  let exitCode
  // Ctrl-C ends make with 130, too. From us, make would report any code but 0 as an error.
  const codes = process.env.MAKELEVEL ? { ...SIGNALS, SIGINT: 0 } : SIGNALS
  for (const [signal, code] of Object.entries(codes)) {
    process.once(signal, () => {
      exitCode = spec.untilInterrupted ? 0 : code
      interrupt.abort(new UserError('interrupted'))
    })
  }
  // The reader of stdout has ended, such as `| head`.
  process.stdout.on('error', () => process.exit(exitCode ?? 1))

  function endUnfinished () {
    printNotice(`${name}: ended before its work was done. Run it again, or report it`)
    process.exitCode = exitCode || 1
  }

  if (args.includes('--help') || args.includes('-h')) {
    console.log(helpText(script, spec))
    return
  }
  try {
    const given = readCommandLine({ ...spec, name }, args)
    forgetMake(args)
    process.once('beforeExit', endUnfinished)
    await main({ ...given, signal: interrupt.signal })
    process.off('beforeExit', endUnfinished)
    if (!spec.untilInterrupted) interrupt.signal.throwIfAborted()
  } catch (err) {
    const error = interrupt.signal.reason ?? err
    exitCode ??= isUserError(error) ? error.exitCode : 1
    if (exitCode && isUserError(error)) printNotice(`${name}: ${error.message}`)
    else if (exitCode) console.error(error)
    process.exit(exitCode)
  }
}

// make exports what it was told. What the command starts, such as another make, must not get it.
/** @param {string[]} args */
function forgetMake (args) {
  const given = args.flatMap((word) => word.match(/(?<=^--)\w+(?==)/) ?? [])
  const own = Object.keys(process.env).filter((name) => name.startsWith('MAKE'))
  for (const name of [...given, ...own]) delete process.env[name]
}

/** @param {string} script @param {Command} spec */
function helpText (script, spec) {
  const { summary, operands = [], flags = {} } = spec
  let usage = `Usage: node ${path.relative(ROOT, script)}`
  for (const { name, required, many } of operands) {
    usage += required ? ` <${name}>` : ` [${name}${many ? '…' : ''}]`
  }
  const lines = [usage, '', summary]
  if (operands.length) lines.push('')
  for (const { name, help } of operands) lines.push(row(name, help))

  const settings = Object.entries(flags)
  if (settings.length) lines.push('', 'Settings (for make: DURATION=5):')
  for (const [name, flag] of settings) lines.push(settingRow(name, flag))
  return lines.join('\n')
}

/** @param {string} name @param {Flag} flag */
function settingRow (name, { type, help, default: value }) {
  if (type === 'boolean') return row(`--${value ? 'no-' : ''}${name}`, help)
  return row(`--${name} …`, value === undefined ? help : `${help} [${value}]`)
}

/** @param {string} label @param {string} help */
function row (label, help) {
  return `  ${label.padEnd(18)} ${help.replaceAll('\n', `\n${' '.repeat(21)}`)}`
}

module.exports = { command }
