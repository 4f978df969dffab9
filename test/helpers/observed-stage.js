'use strict'

// A slow that reports what happens to it in files beside its code: `pid`, and `requested` on its
// first request.

const fs = require('node:fs')
const path = require('node:path')
const { readText } = require('./project')
const { waitUntil } = require('./wait')

/** Blocks the event loop for good. Give it to observedSlow. */
const BLOCK = 'for (;;);'

/** The files for copyProject; with code for the first request. */
function observedSlow (onRequest) {
  return {
    'slow/index.js': `
require('node:fs').writeFileSync(__dirname + '/pid', String(process.pid))
${readText('slow/index.js')}
server.server.once('request', () => {
  require('node:fs').writeFileSync(__dirname + '/requested', '')
  ${onRequest}
})`
  }
}

/** Lets the harness wait for hours before it kills a blocked server: files for copyProject. */
function patientServer () {
  const file = 'scripts/lib/server/server.js'
  const code = readText(file)
  if (!code.includes('STOP_LIMIT = 5_000')) throw new Error(`${file} has another stop limit`)
  return { [file]: code.replace('STOP_LIMIT = 5_000', 'STOP_LIMIT = 10_000_000') }
}

async function untilRequested ({ folder }) {
  const isRequested = await waitUntil(() => fs.existsSync(path.join(folder, 'slow/requested')))
  if (!isRequested) throw new Error('slow got no request in time')
}

const pidOf = ({ read }) => Number(read('slow/pid'))

/** Whether the process is there, and is no zombie, which init has yet to remove. */
function isRunning (pid) {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

module.exports = { isRunning, observedSlow, patientServer, pidOf, untilRequested, BLOCK }
