'use strict'

/** @import { Inspector } from '../system/types' */
/** @import { Script, WatchReading, Watched } from '../preload/types' */
/** @import { Target } from './types' */

const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')
const { once } = require('node:events')
const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../base/errors')
const {
  connectInspector, describeException, findInspector, waitForInspector
} = require('../system/inspector')
const { connectOnce, isLoopback, urlHost } = require('../system/network')
const { portsOf } = require('../system/process-ports')
const { endWithProcess } = require('../system/watchdog')
const { ensureNoPrimary, inspectProcess } = require('./attachable')

const PRELOAD = path.join(__dirname, '../preload')
const OPEN_LIMIT = 2000 // ms until the inspector listens
const CLOSE_LIMIT = 5000 // ms until it no longer does
const IDENTIFY = `({
  pid: process.pid,
  node: process.version,
  script: String(process.argv[1] ?? ''),
  started: require('node:perf_hooks').performance.timeOrigin,
  workers: Object.values(require('node:cluster').workers ?? {}).map(({ process }) => process.pid)
})`

/**
 * Attaches to a process. The result's `end` leaves the process as it was, and has to be called.
 * @param {NonNullable<Target['running']>} running
 * @param {(notice: string) => void} [onNotice] is told what is done to the process
 * @throws {UserError} When that is not possible.
 */
async function attach ({ pid, host = '', port = 0 }, onNotice = () => {}) {
  const claims = []
  let opened
  async function end () {
    await opened?.end()
    for (const claim of claims) claim.close()
  }

  try {
    if (pid) claims.push(await claimProcess(pid, pid))
    opened = pid
      ? await openInspector(pid, onNotice)
      : useInspector(await connectInspector(host, port))
    const { inspector } = opened
    const { workers, started, ...identity } = await inspector.evaluate(IDENTIFY)
    ensureNoPrimary(identity.pid, workers)
    claims.push(await claimProcess(started, identity.pid)) // whichever way others have come
    return { ...identity, inspector, end }
  } catch (err) {
    await end()
    throw err
  }
}

/**
 * Makes this command the only one that watches a process: no two sockets of a machine have one
 * name, and it goes with this command. (Only Linux has names outside of the file system.)
 * @param {number} key of the process
 * @param {number} pid
 * @throws {UserError} When another command watches it.
 */
async function claimProcess (key, pid) {
  const server = net.createServer().unref()
  if (process.platform !== 'linux') return server
  try {
    await once(server.listen(`\0keeping-node-fast-${key}`), 'listening')
  } catch {
    throw new UserError(`another command watches process ${pid}: wait for its end`)
  }
  return server
}

// An inspector that was open stays open.
function useInspector (inspector) {
  return { inspector, end: inspector.disconnect }
}

async function openInspector (pid, onNotice) {
  const expected = inspectProcess(pid)
  const { listening: before, connected } = portsOf(pid)
  if (connected.includes(expected.port)) {
    throw new UserError(`process ${pid} has a debugger on port ${expected.port}, or another ` +
      'command watches it: end that first')
  }
  const open = await findInspector(before.filter(({ port }) => port === expected.port))
  if (open) return useInspector(open.inspector)
  if (await isTaken(expected)) {
    throw new UserError(`port ${expected.port} is in use, perhaps by another diagnosis or a ` +
      `debugger, so process ${pid} cannot open its inspector there: end that first. No restart ` +
      'is needed')
  }
  onNotice(`SIGUSR1 opens the inspector of process ${pid}, for this machine only. ` +
    'Node.js prints "Debugger listening" to its stderr')
  const forget = endWithProcess({ inspector: { pid, before } })
  process.kill(pid, 'SIGUSR1')
  const opened = await waitForInspector({ pid, before }, OPEN_LIMIT)
  if (!opened) {
    // It was open on a port that its flags do not tell, or the watchdog closes it should it open.
    const hidden = await findInspector(before.filter(({ host, port }) => {
      return isLoopback(host) && !connected.includes(port)
    }))
    if (!fs.existsSync(`/proc/${pid}`)) throw new UserError(`process ${pid} has ended`)
    if (!hidden) {
      throw new UserError(`process ${pid} has not opened its inspector in ` +
        `${OPEN_LIMIT / 1000} s: it handles SIGUSR1 itself, or is blocked. Try again in 10 s, ` +
        'or start it with --inspect')
    }
    forget()
    return useInspector(hidden.inspector)
  }
  const { host, port, inspector } = opened
  const address = `${urlHost(host)}:${port}`

  async function end () {
    await inspector.close().catch(inspector.disconnect)
    // Nothing connects to an inspector that is closing: it might end the process.
    for (const limit = Date.now() + CLOSE_LIMIT; Date.now() < limit; await sleep(50)) {
      const { listening } = portsOf(pid)
      if (!listening.some((socket) => socket.host === host && socket.port === port)) return forget()
    }
    onNotice(`the inspector of process ${pid} stays open at ${address} for now: its event loop ` +
      'is blocked. It closes when the event loop goes on, and no later than the process ends')
  }

  if (isLoopback(host)) return { inspector, end }
  await end()
  throw new UserError(`process ${pid} has opened its inspector at ${address}, where other ` +
    'machines can reach it, so it was closed again. Start the process without that host')
}

async function isTaken ({ host, port }) {
  return connectOnce(host, port).then(
    () => true,
    () => false
  )
}

/**
 * Begins to collect evidence. Without a `read` for five seconds, the collection ends by itself.
 * @param {number} pid
 * @param {Inspector} inspector
 * @returns {Promise<{
 *   read: () => Promise<WatchReading>,
 *   scripts: () => Promise<Script[]>,
 *   end: () => Promise<Watched>
 * }>}
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

  return {
    read: () => ask('read'),
    scripts: () => ask('scripts'),
    end: () => ask('end')
  }
}

/**
 * An expression: the exports of watch.js. Its name makes its frames those of the harness.
 */
function watchCode () {
  const modules = ['./evidence', './scripts'].map((name) => `'${name}': ${functionOf(name)}`)
  return `((modules) => ${functionOf('./watch')}({}, (name) => {
    return modules[name]?.({}, require) ?? require(name)
  }))({ ${modules.join(', ')} })\n//# sourceURL=${path.join(PRELOAD, 'watch.js')}`
}

function functionOf (module) {
  const code = fs.readFileSync(path.join(PRELOAD, `${module}.js`), 'utf8')
  return `((module, require) => {${code}\nreturn module.exports})`
}

module.exports = { attach, startWatch }
