#!/usr/bin/env node
'use strict'

const { parseArgs } = require('node:util')
const { format, watch } = require('..')

const USAGE = `Usage: whyslow PID | HOST:PORT [options]
Options: --seconds 10, --collect, --callers, --heap, --json

Watches a Node.js process, by its id or its open inspector, and says why it is slow.
Exit code: 0 no fault, 3 a fault, 1 not possible, 2 wrong use.`

async function main () {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '10' },
      collect: { type: 'boolean' },
      callers: { type: 'boolean' },
      heap: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' }
    }
  })
  const running = readRunning(positionals)
  const seconds = Number(values.seconds)
  if (values.help) return console.log(USAGE)
  if (!running || !(seconds >= 1)) return fail(USAGE, 2)
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort(new Error('interrupted')))
  const { collect, callers, heap } = values
  const { signal } = interrupt
  const options = { seconds, collect, callers, heap, signal, onNotice: console.error }
  const diagnosis = await watch(running, options)
  const title = running.pid ? `process ${running.pid}` : positionals[0]
  const text = values.json
    ? JSON.stringify({ schema: 1, ...diagnosis }, null, 2)
    : format(diagnosis, { title, root: diagnosis.running.folder })
  console.log(text)
  process.exitCode = diagnosis.first.strength >= 1 ? 3 : 0
}

function readRunning ([text = '', ...more]) {
  if (more.length) return undefined
  if (/^\d+$/.test(text)) return { pid: Number(text) }
  const [, host, port] = text.match(/^\[?(.+?)\]?:(\d+)$/) ?? []
  return port ? { host, port: Number(port) } : undefined
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
