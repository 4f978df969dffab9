'use strict'

/** @import { Ask, AttachOptions, Inspector, ListeningSocket, OnNotice, Running } from '../types' */

const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const { setTimeout: sleep } = require('node:timers/promises')
const { OBSERVER } = require('../frames/frames')
const { code } = require('../observe/observer')
const { abortable } = require('../util/abortable')
const { BusyError, UserError } = require('../util/errors')
const { ensureNoPrimary, inspectProcess } = require('./attachable')
const { closeOpened } = require('./close')
const { closeWithProcess } = require('./closer')
const { connectInspector, findInspector, waitForInspector } = require('./inspector')
const { addressOf, isLoopback, listSockets, portsOf } = require('./ports')
const { findListener } = require('./processes')

const OPEN_LIMIT = 2000 // ms until the inspector listens
const WAIT_LIMIT = 60_000 // ms
const WAIT_BEAT = 500 // ms between two attempts
const IDENTITY = `{
  pid: process.pid,
  node: process.version,
  script: String(process.argv[1] ?? ''),
  folder: process.cwd(),
  started: process.getBuiltinModule('node:perf_hooks').performance.timeOrigin,
  workers: Object.values(process.getBuiltinModule('node:cluster').workers ?? {})
    .map(({ process: { pid } }) => ({ pid }))
}`

/**
 * Attaches to a process. The result's `end` leaves the process as it was, and has to be called.
 * @param {Running} running
 * @param {OnNotice} [onNotice] is told what is done to the process
 * @throws {UserError} When that is not possible.
 */
async function attach ({ pid, host = '', port = 0 }, onNotice = () => {}) {
  /** @type {net.Server[]} */
  const claims = []
  /** @type {ReturnType<typeof useInspector>|undefined} */
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
    const identityId = await inspector.evaluateObject(IDENTITY)
    const { workers, started, ...identity } =
      await inspector.callOn(identityId, 'function () { return this }')
    ensureNoPrimary(identity.pid, workers)
    claims.push(await claimProcess(`${started}-${identity.pid}`, identity.pid)) // by any way
    return { ...identity, inspector, end }
  } catch (err) {
    await end()
    throw err
  }
}

/**
 * Attaches to a process; with the option `wait`, as soon as nothing else has its inspector.
 * @param {Running} running
 * @param {AttachOptions} options
 */
async function attachWhenFree (running, { onNotice, signal, wait }) {
  const limit = Date.now() + (wait ? WAIT_LIMIT : 0)
  let isTold = false
  for (;;) {
    try {
      return await attach(running, onNotice)
    } catch (err) {
      if (!(err instanceof BusyError) || Date.now() >= limit) throw err
      if (!isTold) onNotice?.(`${err.message}. Waiting up to ${WAIT_LIMIT / 1000} s for it`)
      isTold = true
    }
    await abortable(sleep(WAIT_BEAT), signal)
  }
}

// Makes this command the only one that watches a process: no two sockets of a machine have one
// name, and it goes with this command. (Only Linux has names outside of the file system.)
/** @param {string|number} key @param {number} pid */
async function claimProcess (key, pid) {
  const claim = net.createServer().unref()
  if (process.platform !== 'linux') return claim
  try {
    await once(claim.listen(`\0whyslow-${key}`), 'listening')
  } catch {
    throw new BusyError(`another command watches process ${pid}: wait until it ends`)
  }
  return claim
}

// An inspector that was open stays open.
/** @param {Inspector} inspector */
function useInspector (inspector) {
  return { inspector, end: inspector.disconnect }
}

/** @param {number} pid @param {OnNotice} onNotice */
async function openInspector (pid, onNotice) {
  const expected = inspectProcess(pid)
  ensureFree(pid, expected.port)
  const { listening: before, connected } = portsOf(pid)
  const open = await findInspector(before.filter(({ port }) => port === expected.port))
  if (open) return useInspector(open.inspector)
  onNotice(`SIGUSR1 opens the inspector of process ${pid}, for this machine only. ` +
    'Node.js prints "Debugger listening" to its stderr. If the program handles SIGUSR1 itself, ' +
    'its handler runs')
  const forget = await closeWithProcess({ pid, before })
  try {
    process.kill(pid, 'SIGUSR1')
  } catch {
    throw new UserError(`process ${pid} has ended`)
  }
  const opened = await waitForInspector({ pid, before }, OPEN_LIMIT)
  if (!opened) {
    const others = before.filter(({ port }) => !connected.includes(port))
    const inspector = await findHidden(pid, others)
    forget()
    return useInspector(inspector)
  }
  const { host, port, inspector } = opened
  const end = () => closeOpened(pid, opened, forget, onNotice)
  if (isLoopback(host)) return { inspector, end }
  await end()
  throw new UserError(`process ${pid} has opened its inspector at ${addressOf(host, port)}, ` +
    'where other machines can reach it, so it was closed again. Start the process without that ' +
    'host')
}

// A debugger has it, or another process.
/** @param {number} pid @param {number} port */
function ensureFree (pid, port) {
  const others = listSockets(pid).filter((socket) =>
    socket.port === port && socket.isListening !== socket.isOwn)
  if (!others.length) return
  const holder = findListener(port)
  let who = 'another process'
  if (holder) who = `process ${holder.pid} (${holder.script})`
  if (holder?.pid === pid) who = 'a debugger or another command'
  throw new BusyError(`port ${port}, which the inspector of process ${pid} needs, is in use by ` +
    `${who}. Wait until the port is free`)
}

// It was open on a port that its flags do not tell, or the closer closes it should it open.
/** @param {number} pid @param {ListeningSocket[]} sockets */
async function findHidden (pid, sockets) {
  const hidden = await findInspector(sockets.filter(({ host }) => isLoopback(host)))
  if (!fs.existsSync(`/proc/${pid}`)) throw new UserError(`process ${pid} has ended`)
  if (hidden) return hidden.inspector
  throw new UserError(`process ${pid} has not opened its inspector in ${OPEN_LIMIT / 1000} s. If ` +
    'it is blocked, try again in 10 s. If it handles SIGUSR1 itself, start it with --inspect')
}

/**
 * Evaluates the observer in a process.
 * @param {Inspector} inspector
 * @returns {Promise<Ask>} the transport of its answers
 */
async function sendObserver ({ callOn, evaluateObject }) {
  const objectId = await evaluateObject(
    `${code}(process.getBuiltinModule)\n//# sourceURL=${OBSERVER}`)
  return (question, argument) =>
    callOn(objectId, `function (argument) { return this.${question}(argument) }`, argument)
}

module.exports = { attach, attachWhenFree, sendObserver }
