'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const { connectInspector } = require('../attach/inspector')

/** Starts a program with an open inspector, and connects to it. Both end with the test. */
async function inspectProgram (t, program) {
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', '-e', program])
  t.teardown(() => child.kill('SIGKILL'))
  let line = ''
  while (!line.includes('\n')) line += (await once(child.stderr, 'data'))[0]
  const [, port] = line.match(/ws:\/\/127\.0\.0\.1:(\d+)\//)
  const inspector = await connectInspector('127.0.0.1', Number(port))
  t.teardown(inspector.disconnect)
  return inspector
}

module.exports = { inspectProgram }
