#!/usr/bin/env node
'use strict'

const fs = require('node:fs')
const { parseArgs } = require('node:util')
const { format, formatList, listProcesses, watch } = require('..')
const { version } = require('../package.json')

const USAGE = `Usage: whyslow [PID | :PORT | HOST:PORT] [options]

  whyslow                  lists the processes of Node.js on this machine
  whyslow 4242             watches a process, and says why it is slow
  whyslow :3000            the same, of the process that listens on a port
  whyslow localhost:9229   the same, by an inspector that is open or tunnelled

  --seconds 60             how long to watch; the default is 10
  --collect                force five garbage collections, to tell a leak from garbage
  --callers                trace who asks also on Node.js 20, where await stays slower
  --heap                   show what holds a leak; this pauses the process
  --all                    list the faults that were ruled out
  --json                   print one JSON document
  --save-profile FILE      save the CPU profile, for DevTools or speedscope
  --version, --help

Exit code: 0 healthy, 3 a fault, 4 not known, 1 not possible, 2 wrong use.
It sends nothing anywhere.`

const EXIT_CODES = { healthy: 0, fault: 3, unknown: 4 }

const options = /** @type {const} */ ({
  seconds: { type: 'string', default: '10' },
  collect: { type: 'boolean' },
  callers: { type: 'boolean' },
  heap: { type: 'boolean' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  'save-profile': { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean' }
})

async function main () {
  /** @type {any} */
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) return console.log(USAGE)
  if (values.version) return console.log(version)
  if (!positionals.length) return console.log(formatList(await listProcesses()))
  const running = readRunning(positionals)
  const seconds = Number(values.seconds)
  if (!running || !(seconds >= 1)) return fail(USAGE, 2)
  const diagnosis = await watchRunning(running, { ...values, seconds })
  const { pid, folder } = diagnosis.running
  const text = values.json
    ? JSON.stringify({ schema: 1, ...diagnosis }, null, 2)
    : format(diagnosis, { title: `process ${pid}`, root: folder, all: values.all })
  console.log(text)
  process.exitCode = EXIT_CODES[diagnosis.outcome]
}

/** @param {string[]} operands */
function readRunning (operands) {
  const [text] = operands
  if (operands.length > 1) return undefined
  if (/^\d+$/.test(text)) return { pid: Number(text) }
  const [, host, port] = text.match(/^\[?(.*?)\]?:(\d+)$/) ?? []
  if (!port) return undefined
  return host ? { host, port: Number(port) } : { serverPort: Number(port) }
}

async function watchRunning (running, { 'save-profile': file, ...options }) {
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort(new Error('interrupted')))
  return await watch(running, {
    ...options,
    signal: interrupt.signal,
    onNotice: console.error,
    onProgress: process.stderr.isTTY ? showProgress : undefined,
    onProfile: file ? (profile) => fs.writeFileSync(file, JSON.stringify(profile)) : undefined
  })
}

/** @param {number} share of the time */
function showProgress (share) {
  const end = share < 1 ? ` watching: ${Math.round(share * 100)} %` : '\x1b[K'
  process.stderr.write(`\r${end}\r`)
}

function fail (message, code) {
  console.error(message)
  process.exitCode = code
}

main().catch((err) => {
  const isWrongUse = String(err.code).startsWith('ERR_PARSE_ARGS')
  if (isWrongUse) return fail(`whyslow: ${err.message}\n\n${USAGE}`, 2)
  fail(`whyslow: ${err.message}`, err.exitCode ?? 1)
})
