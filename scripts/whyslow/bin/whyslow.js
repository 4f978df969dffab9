#!/usr/bin/env node
'use strict'

/** @import { CommandLine, Running } from '../types' */

const fs = require('node:fs')
const path = require('node:path')
const { parseArgs } = require('node:util')
const { format, listProcesses, watch } = require('..')
const { closeInspector } = require('../attach/close')
const { formatList, printNotice } = require('../card/lines')
const { formatStall, formatStalls } = require('../card/stalls')
const { MOST_SECONDS } = require('../judge/diagnose')
const { watchStalls } = require('../observe/stalls')
const { version } = require('../package.json')
const { BusyError } = require('../util/errors')

const USAGE = `Usage: whyslow [PID | :PORT | HOST:PORT] [options]

  whyslow                  list the Node.js processes on this machine
  whyslow 4242             watch a process, and say why it is slow
  whyslow :3000            watch the process that listens on this port
  whyslow localhost:9229   watch a process by its open or tunnelled inspector
  whyslow 4242 --until-slow
                           wait for pauses of the event loop, and explain each
  whyslow close HOST:PORT  close an inspector that was opened by hand

  --seconds 60             how long to watch, up to 3600. By default 10, and up
                           to 40 if more time can settle a doubt
  --collect                force five garbage collections, to tell a leak from
                           garbage. Each pauses the process for up to 2 s per
                           100 MB of heap
  --callers                find the callers on Node.js 20, where await stays
                           slower afterwards, and in a large process, too.
                           This pauses it for up to 0.4 s per 100 MB of heap
  --heap                   show what holds a leak. This pauses the process
                           twice, each time for up to 25 s per 100 MB of heap
  --profile                profile a large process, too. This pauses it for up
                           to 1 s per 100 MB of heap
  --pause 500              with --until-slow: the shortest pause, in ms [150]
  --for 2h                 with --until-slow: how long to wait, up to 24h [30m]
  --wait                   wait up to a minute if another command has the port
  --all                    list the faults that were ruled out
  --json                   print one JSON document
  --save-profile FILE      save the CPU profile, for DevTools or speedscope
  --version, --help

Exit code: 0 healthy, 3 a fault, 4 not known, 1 not possible, 2 wrong use,
130 interrupted. Ctrl-C prints what was found so far. whyslow sends nothing
anywhere.`

const HELP = 'whyslow --help lists all options'
const EXIT_CODES = { healthy: 0, fault: 3, unknown: 4 }
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } // with their exit codes
const LAST_PORT = 65_535
const BROKEN_PIPE = 141 // exit code
const BEAT = 1000 // ms
/** @type {Record<string, number>} */
const UNITS = { s: 1, m: 60, h: 3600 } // s
const LEAST_PAUSE = 100 // ms
const MOST_STAY = 86_400 // s
const FOR_STALLS = ['until-slow', 'pause', 'for', 'wait', 'json']
const isFromStdin = process.argv[1] === '-'

const TEXT = /** @type {const} */ ({ type: 'string' })
const FLAG = /** @type {const} */ ({ type: 'boolean' })
const options = {
  seconds: TEXT,
  collect: FLAG,
  callers: FLAG,
  heap: FLAG,
  profile: FLAG,
  'until-slow': FLAG,
  pause: TEXT,
  for: TEXT,
  wait: FLAG,
  all: FLAG,
  json: FLAG,
  'save-profile': TEXT,
  version: FLAG,
  help: FLAG
}

async function main () {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { seconds: given, 'save-profile': file } = values
  const seconds = Number(given)
  const [first, ...more] = positionals
  if (values.help) return console.log(USAGE)
  if (values.version) return console.log(version)
  const isClose = first === 'close'
  const [option] = Object.keys(values)
  if (option && (!first || isClose)) {
    return fail(`--${option} needs a process to watch: without options, whyslow lists them`)
  }
  if (!first) return console.log(formatList(await listProcesses(), commandFor))
  const running = readRunning(isClose ? more : positionals)
  if (isClose && !running?.host) return fail(`close takes one HOST:PORT. ${HELP}`)
  if (!running) {
    return fail(`${positionals.join(' ')} is none of PID, :PORT and HOST:PORT. ${HELP}`)
  }
  if (isClose) return console.log(await closeInspector(running))
  if (given !== undefined && !(seconds >= 1 && seconds <= MOST_SECONDS)) {
    return fail(`--seconds takes a number from 1 to ${MOST_SECONDS}, not ${given}`)
  }
  if (file && !isWritable(file)) {
    return fail(`--save-profile cannot write to ${file}: name a file in a folder of yours`)
  }
  const needless = Object.keys(values).find((name) => !FOR_STALLS.includes(name))
  if (values['until-slow'] && needless) return fail(`--${needless} is not for --until-slow`)
  if (values['until-slow']) return waitForStalls(running, values)
  if (values.pause || values.for) return fail('--pause and --for need --until-slow')
  await watchRunning(running, values)
}

// How this was started, for the next command.
/** @param {number} pid */
function commandFor (pid) {
  if (isFromStdin) return `node - ${pid} < whyslow.js`
  const file = process.argv[1]
  return /\.js$/.test(file) ? `node ${path.relative('', file)} ${pid}` : `whyslow ${pid}`
}

/** @param {string[]} operands @returns {Running|undefined} */
function readRunning (operands) {
  const [text] = operands
  if (operands.length !== 1) return undefined
  if (/^[1-9]\d*$/.test(text)) return { pid: Number(text) }
  const [, host, port] = text.match(/^\[?(.*?)\]?:(\d+)$/) ?? []
  if (!(Number(port) >= 1 && Number(port) <= LAST_PORT)) return undefined
  return host ? { host, port: Number(port) } : { serverPort: Number(port) }
}

/** @param {string} file @returns whether it can be written, which leaves no new one */
function isWritable (file) {
  const isThere = fs.existsSync(file)
  try {
    fs.appendFileSync(file, '')
  } catch {
    return false
  }
  if (!isThere) fs.rmSync(file)
  return true
}

/** @param {Running} running @param {CommandLine} values */
async function waitForStalls (running, { pause = '150', for: time = '30m', json, wait }) {
  const [, count, unit] = time.match(/^(\d+)([smh])$/) ?? []
  const seconds = Number(count) * UNITS[unit]
  if (!(Number(pause) >= LEAST_PAUSE)) {
    return fail(`--pause takes ${LEAST_PAUSE} ms or more, not ${pause}`)
  }
  if (!(seconds >= 1 && seconds <= MOST_STAY)) {
    return fail(`--for takes a time such as 90s, 30m or 2h, up to 24h, not ${time}`)
  }
  if (isFromStdin && !process.stdout.isTTY) {
    return fail('--until-slow needs a terminal, since Ctrl-C does not reach it from stdin: copy ' +
      'whyslow.js to where the process is, and run it there')
  }
  const interrupt = listenForSignals()
  const watched = await watchStalls(running, {
    pause: Number(pause),
    seconds,
    wait,
    signal: interrupt.signal,
    onNotice: printNotice,
    onStall: (stall) => console.error(formatStall(stall))
  })
  const text = formatStalls(watched, { pause: Number(pause), json })
  if (text) console.log(text)
  const { hasEnded, stalls } = watched
  const isFault = stalls.some(({ kind }) => kind === 'blocked' || kind === 'waiting')
  const outcome = hasEnded || stalls.length ? 'unknown' : 'healthy'
  const code = EXIT_CODES[isFault ? 'fault' : outcome]
  process.exitCode = interrupt.signal.reason?.exitCode ?? code
}

/** @returns an abort by a signal, or when nobody reads what this prints */
function listenForSignals () {
  const interrupt = new AbortController()
  const interruptWith = (/** @type {number} */ exitCode) =>
    interrupt.abort(Object.assign(new Error('interrupted'), { exitCode }))
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => interruptWith(code))
  }
  process.on('SIGHUP', () => {}) // a terminal may send a second one
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => interruptWith(stream.isTTY ? SIGNALS.SIGHUP : BROKEN_PIPE))
  }
  process.once('exit', leaveTerminal)
  return interrupt
}

// Node.js 20 aborts if it cannot restore a terminal that has closed. It skips a closed file.
/** @param {number} exitCode */
function leaveTerminal (exitCode) {
  if (exitCode !== SIGNALS.SIGHUP) return
  for (const fd of [0, 1, 2]) fs.closeSync(fd)
}

/** @param {Running} running @param {CommandLine} values */
async function watchRunning (running, { 'save-profile': file, seconds, ...options }) {
  const interrupt = listenForSignals()
  let profile
  // Ctrl-C does not go through `docker exec -i`: only a write tells that nobody reads any more. A
  // JSON document may begin with spaces.
  const sign = options.json ? ' ' : '.'
  const life = setInterval(() => isFromStdin && process.stdout.write(sign), BEAT).unref()
  const diagnosis = await watch(running, {
    ...options,
    profile: options.profile || Boolean(file),
    seconds: seconds === undefined ? undefined : Number(seconds),
    signal: interrupt.signal,
    onNotice: printNotice,
    onProgress: process.stderr.isTTY ? showProgress : undefined,
    onProfile: (taken) => { profile = taken }
  })
  clearInterval(life)
  const { pid } = diagnosis.running
  const text = options.json
    ? JSON.stringify({ schema: 1, ...diagnosis }, null, 2)
    : format(diagnosis, { title: `process ${pid}`, all: options.all })
  console.log(isFromStdin && !options.json ? `\n${text}` : text)
  process.exitCode = interrupt.signal.reason?.exitCode ?? EXIT_CODES[diagnosis.outcome]
  if (file && profile) fs.writeFileSync(file, JSON.stringify(profile))
}

/** @param {number} share of the time */
function showProgress (share) {
  const end = share < 1 ? ` watching: ${Math.round(share * 100)} %` : '\x1b[K'
  process.stderr.write(`\r${end}\r`)
}

/** @param {string} message */
function fail (message, code = 2) {
  printNotice(`whyslow: ${message}`)
  process.exitCode = code
}

main().catch((err) => {
  const isWrongUse = String(err.code).startsWith('ERR_PARSE_ARGS')
  if (isWrongUse) return fail(`${err.message.split(/\.\s/)[0]}. ${HELP}`)
  const mayWait = err instanceof BusyError && !process.argv.includes('--wait')
  const hint = mayWait ? ' (--wait waits for it)' : ''
  fail(err.message + hint, err.exitCode ?? 1)
})
