'use strict'

// Attaches to a running server: opens its inspector, evaluates what collects evidence, and leaves
// the process as it was.

/** @import { Inspector } from '../system/types' */
/** @import { Attached, Running, Watch } from './types' */

const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../base/errors')
const { connectInspector, findInspector, portsOf, END, PORT } = require('../system/inspector')
const { LOOPBACK } = require('../system/network')
const { watchInspector } = require('../system/watchdog')
const { inspectProcess } = require('./attachable')

const PRELOAD = path.join(__dirname, '../preload')
const FILES = ['count-by-name', 'evidence', 'watch']
const OPEN_LIMIT = 2000 // ms until the inspector listens
const CLOSE_LIMIT = 5000 // ms until it no longer does
const PORT_FLAG = /--(?:inspect(?:-brk|-wait|-port)?|debug-port)[= ](?:\S*:)?(\d+)/
const IDENTIFY = `({
  pid: process.pid,
  node: process.version,
  command: process.argv.slice(1).join(' '),
  workers: Object.values(require('node:cluster').workers ?? {}).map(({ process }) => process.pid)
})`

/**
 * Attaches to a process. Its `end` has to be called.
 * @param {Running} running
 * @param {(notice: string) => void} [onNotice] is told before something is done to the process
 * @returns {Promise<Attached>}
 * @throws {UserError} When that is not possible.
 */
async function attach (running, onNotice = () => {}) {
  const { inspector, closed } = running.pid
    ? await openInspector(running.pid, onNotice)
    : await connectByAddress(running)

  async function end () {
    try {
      if (closed) await inspector.close()
      else await inspector.evaluate(END)
    } catch {} // the process or its inspector is gone
    await inspector.disconnect()
    await closed?.()
  }

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

/**
 * @param {Running} running
 * @returns {ReturnType<typeof openInspector>}
 */
async function connectByAddress ({ host = '', port = 0 }) {
  try {
    return { inspector: await connectInspector(host, port) }
  } catch (err) {
    const { message } = /** @type {Error} */ (err)
    throw new UserError(`no inspector answers at ${host}:${port} (${message})`)
  }
}

/**
 * @param {number} pid
 * @param {(notice: string) => void} onNotice
 * @returns {Promise<{inspector: Inspector, closed?: () => Promise<void>}>} `closed` waits until it
 *   is; undefined if it was open before, and so stays open
 */
async function openInspector (pid, onNotice) {
  const { catches, options } = inspectProcess(pid)
  const port = Number(options.match(PORT_FLAG)?.[1] ?? PORT)
  const { listening, connected } = portsOf(pid)
  if (connected.includes(port)) {
    throw new UserError(`process ${pid} has a debugger on port ${port}, or another command ` +
      'watches it: end that first')
  }
  const others = listening.filter((other) => other !== port)
  const found = await findInspector(pid, others)
  if (found) return { inspector: found }
  if (!catches) {
    throw new UserError(`process ${pid} does not catch SIGUSR1, which would end it ` +
      '(--disable-sigusr1?): start it with --inspect')
  }
  await ensureFree(pid, port)
  onNotice(`SIGUSR1 opens the inspector of process ${pid} on port ${port || 'any'}, for this ` +
    'machine only. Node.js prints "Debugger listening" to its stderr')
  const forget = watchInspector(pid, listening)
  ;/** @type {any} */ (process)._debugProcess(pid) // sends SIGUSR1, or what Windows has for it
  const inspector = await poll(OPEN_LIMIT, () => findInspector(pid, listening))
  if (!inspector) { // the watchdog closes it should it open later
    throw new UserError(`process ${pid} has opened no inspector in ${OPEN_LIMIT / 1000} s: ` +
      'it may handle SIGUSR1 itself, or be blocked. Start it with --inspect')
  }
  return {
    inspector,
    // Nothing connects to an inspector that is closing: it might end the process.
    async closed () {
      const { port } = inspector
      const isClosed = async () => !portsOf(pid).listening.includes(port)
      if (await poll(CLOSE_LIMIT, isClosed).catch(() => true)) forget()
    }
  }
}

/** @param {number} pid @param {number} port @throws {UserError} When another process has it. */
async function ensureFree (pid, port) {
  const server = net.createServer()
  try {
    await once(server.listen(port, LOOPBACK), 'listening')
  } catch {
    throw new UserError(`port ${port}, where process ${pid} would open its inspector, is in use: ` +
      'end what listens there, perhaps another program that is debugged')
  }
  server.close()
  await once(server, 'close')
}

/** @template T @param {number} limit ms @param {() => Promise<T>} look @returns {Promise<T>} */
async function poll (limit, look) {
  for (const end = Date.now() + limit; ; await sleep(50)) {
    const found = await look()
    if (found || Date.now() > end) return found
  }
}

/**
 * Begins to collect evidence in the process. Each `read` is a heartbeat: without one for five
 * seconds, the collection ends by itself.
 * @param {Attached} attached
 * @returns {Promise<Watch>}
 */
async function startWatch ({ pid, inspector }) {
  const { result } = await inspector.send('Runtime.evaluate', {
    expression: watchCode(),
    includeCommandLineAPI: true // it has require
  })
  /** @param {string} name */
  async function ask (name) {
    const { result: { value }, exceptionDetails } = await inspector.send('Runtime.callFunctionOn', {
      objectId: result.objectId,
      functionDeclaration: `function () { return JSON.stringify(this.${name}() ?? null) }`,
      returnByValue: true
    })
    if (exceptionDetails) {
      const [problem] = String(exceptionDetails.exception?.description).split('\n')
      throw new UserError(`what watches in process ${pid} has ended: ${problem}`)
    }
    return JSON.parse(value)
  }
  await ask('start')
  return { read: () => ask('read'), end: () => ask('end') }
}

/** @returns {string} an expression: the exports of watch.js, and of what it requires */
function watchCode () {
  const modules = FILES.map((name) => {
    const code = fs.readFileSync(path.join(PRELOAD, `${name}.js`), 'utf8')
    return `'./${name}': (module, require) => {${code}}`
  })
  // The name makes its frames those of the harness.
  return `((nodeRequire) => {
    const modules = {${modules.join()}}
    const require = (name) => {
      if (!modules[name]) return nodeRequire(name)
      const module = {}
      modules[name](module, require)
      return module.exports
    }
    return require('./watch')
  })(require)\n//# sourceURL=${path.join(PRELOAD, 'watch.js')}`
}

module.exports = { attach, startWatch }
