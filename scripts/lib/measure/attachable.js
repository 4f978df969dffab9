'use strict'

// SIGUSR1 opens the inspector of Node.js, and ends a process that does not expect it. So all is
// checked before it is sent.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')

const SIGUSR1 = 1n << 9n // its bit in SigCgt: Linux numbers it 10
const SIGUSR1_MAC = 1n << 29n // 30 on macOS
const NODE = /^node(js)?([-.\d]|$)/

/**
 * What is asked of the system; a test gives another one.
 * @typedef {typeof SYSTEM} System
 */
const SYSTEM = {
  platform: process.platform,
  /** @param {number} pid */
  findProcess: (pid) => process.kill(pid, 0),
  /** @param {string} file */
  read: (file) => fs.readFileSync(file, 'utf8'),
  readLink: fs.readlinkSync,
  /** @param {number} pid */
  ps: (pid) => execFileSync('ps', ['-o', 'caught=', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8'
  })
}

/**
 * Checks that a process is one of Node.js whose inspector this user can open.
 * @param {number} pid
 * @param {System} [system]
 * @returns {{catches: boolean, options: string}} `catches`: SIGUSR1 does not end it. `options`: its
 *   command line and NODE_OPTIONS
 * @throws {UserError} When it is not.
 */
function inspectProcess (pid, system = SYSTEM) {
  const { platform, findProcess, ps } = system
  try {
    findProcess(pid)
  } catch (err) {
    if (/** @type {NodeJS.ErrnoException} */ (err).code === 'EPERM') {
      throw new UserError(`process ${pid} belongs to another user: run this command as that user`)
    }
    throw new UserError(`there is no process ${pid}: pgrep -a node lists those of Node.js`)
  }
  if (platform === 'linux') return inspectLinux(pid, system)
  // Windows has no such signal: process._debugProcess fails unless it is a process of Node.js.
  if (platform === 'win32') return { catches: true, options: '' }
  const [, caught, command] = ps(pid).match(/^\s*([\da-f]+)\s+(.*)/i) ?? []
  if (!caught) throw new UserError(`ps tells nothing of process ${pid}: start it with --inspect`)
  ensureNode(pid, command.split(' ', 1)[0])
  const catches = (BigInt(`0x${caught}`) & SIGUSR1_MAC) !== 0n
  return { catches, options: command }
}

/** @param {number} pid @param {System} system */
function inspectLinux (pid, { read, readLink }) {
  const status = read(`/proc/${pid}/status`)
  const valueOf = (/** @type {string} */ name) =>
    status.match(new RegExp(`^${name}:\\s*(\\S+)`, 'm'))?.[1] ?? ''
  const owner = Number(valueOf('Tgid'))
  if (owner !== pid) {
    throw new UserError(`${pid} is a thread of process ${owner}: threads cannot be watched by ` +
      `themselves. PID=${owner} watches the main thread`)
  }
  if (valueOf('State') === 'Z') throw new UserError(`process ${pid} has ended`)
  ensureNode(pid, readLink(`/proc/${pid}/exe`))
  if (readLink(`/proc/${pid}/ns/net`) !== readLink('/proc/self/ns/net')) {
    throw new UserError(`process ${pid} runs in a container with a network of its own: run this ` +
      'command in there, or forward its port 9229 and use INSPECT=127.0.0.1:9229')
  }
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
  const [options = ''] = read(`/proc/${pid}/environ`).match(/(?<=^|\0)NODE_OPTIONS=[^\0]*/) ?? []
  const catches = (BigInt(`0x${valueOf('SigCgt')}`) & SIGUSR1) !== 0n
  return { catches, options: `${command} ${options}` }
}

/** @param {number} pid @param {string} file */
function ensureNode (pid, file) {
  const name = path.basename(file)
  if (NODE.test(name)) return
  throw new UserError(`process ${pid} is not Node.js, but ${name}: ` +
    'of npm or a shell, choose the process of node below it')
}

module.exports = { inspectProcess, SYSTEM }
