'use strict'

/** @import { Inspector } from '../system/types' */
/** @import { WatchReading, Watched } from '../preload/types' */
/** @import { Target } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../base/errors')
const {
  connectInspector, describeException, portsOf, waitForInspector
} = require('../system/inspector')
const { LOOPBACK, connectOnce } = require('../system/network')
const { endWithProcess } = require('../system/watchdog')
const { inspectProcess } = require('./attachable')

const PRELOAD = path.join(__dirname, '../preload')
const OPEN_LIMIT = 2000 // ms until the inspector listens
const CLOSE_LIMIT = 5000 // ms until it no longer does
const IDENTIFY = `({
  pid: process.pid,
  node: process.version,
  command: process.argv.slice(1).join(' '),
  workers: Object.values(require('node:cluster').workers ?? {}).map(({ process }) => process.pid)
})`

/**
 * Attaches to a process. The result's `end` leaves the process as it was, and has to be called.
 * @param {NonNullable<Target['running']>} running
 * @param {(notice: string) => void} [onNotice] is told before something is done to the process
 * @throws {UserError} When that is not possible.
 */
async function attach ({ pid, host = '', port = 0 }, onNotice = () => {}) {
  const { inspector, end } = pid
    ? await openInspector(pid, onNotice)
    : await useInspector(host, port)
  try {
    const { workers, ...identity } = await inspector.evaluate(IDENTIFY)
    if (workers.length) {
      throw new UserError(`process ${identity.pid} is the primary of a cluster and answers no ` +
        `requests: watch one of its workers, PID=${workers.join(' or PID=')}`)
    }
    return { ...identity, inspector, end }
  } catch (err) {
    await end()
    throw err
  }
}

// An inspector that was open stays open.
async function useInspector (host, port) {
  const inspector = await connectInspector(host, port)
  return { inspector, end: inspector.disconnect }
}

async function openInspector (pid, onNotice) {
  const { catches, port } = inspectProcess(pid)
  const { listening, connected } = portsOf(pid)
  if (connected.includes(port)) {
    throw new UserError(`process ${pid} has a debugger on port ${port}, or another command ` +
      'watches it: end that first')
  }
  if (listening.includes(port)) return useInspector(LOOPBACK, port)
  if (!catches || !port) {
    throw new UserError(`SIGUSR1 would not open the inspector of process ${pid} ` +
      '(--disable-sigusr1, or --inspect-port=0): start it with --inspect')
  }
  if (await isTaken(port)) {
    throw new UserError(`port ${port} is in use, perhaps by another diagnosis or a debugger, so ` +
      `process ${pid} cannot open its inspector there: end that first. No restart is needed`)
  }
  onNotice(`SIGUSR1 opens the inspector of process ${pid} on port ${port}, for this machine ` +
    'only. Node.js prints "Debugger listening" to its stderr')
  const forget = endWithProcess(`inspector:${pid}:${port}`)
  process.kill(pid, 'SIGUSR1')
  const opened = await waitForInspector(pid, port, OPEN_LIMIT)
  if (!opened) { // the watchdog closes it should it open later
    throw new UserError(`process ${pid} has not opened its inspector on port ${port} in ` +
      `${OPEN_LIMIT / 1000} s: it handles SIGUSR1 itself, or is blocked. Try again in 10 s, ` +
      'or start it with --inspect')
  }

  const { close, disconnect } = opened
  async function end () {
    await close().catch(disconnect)
    // Nothing connects to an inspector that is closing: it might end the process.
    for (const limit = Date.now() + CLOSE_LIMIT; Date.now() < limit; await sleep(50)) {
      if (!portsOf(pid).listening.includes(port)) return forget()
    }
  }

  return { inspector: opened, end }
}

async function isTaken (port) {
  return connectOnce(LOOPBACK, port).then(
    () => true,
    () => false
  )
}

/**
 * Begins to collect evidence. Without a `read` for five seconds, the collection ends by itself.
 * @param {number} pid
 * @param {Inspector} inspector
 * @returns {Promise<{read: () => Promise<WatchReading>, end: () => Promise<Watched>}>}
 */
async function startWatch (pid, inspector) {
  const objectId = await inspector.evaluateObject(watchCode())

  async function ask (name) {
    const { result: answer, exceptionDetails } = await inspector.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: `function () { return this.${name}() }`,
      returnByValue: true
    })
    if (!exceptionDetails) return answer.value
    const problem = describeException(exceptionDetails)
    throw new UserError(`the watcher in process ${pid} has ended: ${problem}`)
  }

  return { read: () => ask('read'), end: () => ask('end') }
}

// An expression: the exports of watch.js. Its name makes its frames those of the harness.
function watchCode () {
  const evidence = functionOf('evidence')
  return `${functionOf('watch')}({}, (name) => {
    return name === './evidence' ? ${evidence}({}, require) : require(name)
  })\n//# sourceURL=${path.join(PRELOAD, 'watch.js')}`
}

function functionOf (module) {
  const code = fs.readFileSync(path.join(PRELOAD, `${module}.js`), 'utf8')
  return `((module, require) => {${code}\nreturn module.exports})`
}

module.exports = { attach, startWatch }
