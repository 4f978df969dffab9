'use strict'

// What the system says of a process, before anything is done to it: SIGUSR1 opens the inspector of
// Node.js, and ends a process that does not expect it, or that cannot open another file.

const fs = require('node:fs')
const path = require('node:path')
const { FindingError, UserError, asError } = require('../util/errors')
const { isLoopback, LOOPBACK } = require('./ports')
const { flagsOf, isNode, readStatus, readWords, workersOf } = require('./processes')

const SIGUSR1 = 1n << 9n // its bit in SigCgt: Linux numbers it 10
const FREE_FILES = 16 // Node.js opens seven for its inspector, and aborts if it cannot
const LIST = 'pgrep -a node lists those of Node.js'
const TOOL = /^(npm|npx|pnpm|yarn)(?=(-cli)?(\.c?js)?( |$))/ // npm's title is its command
const PORT = 9229 // unless a flag says otherwise
const ADDRESS_FLAG = /--(?:inspect(?:-brk|-wait|-port)?|debug-port)[= ]([^\s-]\S*)/g

/**
 * Checks that a process is one of Node.js, and that its inspector can be opened.
 * @param {number} pid
 * @param {string} [proc] the folder that describes all processes; a test has its own
 * @returns where its flags put its inspector, which may be wrong: a program can hide them
 * @throws {UserError} When it is none, or the signal would do harm.
 */
function inspectProcess (pid, proc = '/proc') {
  if (!fs.existsSync(`${proc}/self`)) {
    throw new UserError('a process can be watched by its id only on Linux: open its inspector ' +
      '(node inspect -p PID), and watch 127.0.0.1:9229')
  }
  try {
    return checkProcess(pid, proc)
  } catch (err) {
    if (err instanceof UserError) throw err
    throw new UserError(['EACCES', 'EPERM'].includes(asError(err).code ?? '')
      ? `Linux does not let you look at process ${pid}: run this command as its user, or as root`
      : `there is no process ${pid}: ${LIST}`)
  }
}

/** @param {number} pid @param {string} proc */
function checkProcess (pid, proc) {
  const read = (/** @type {string} */ name) => fs.readFileSync(`${proc}/${pid}/${name}`, 'utf8')
  const { Tgid, SigCgt } = readStatus(pid, proc)
  const file = fs.readlinkSync(`${proc}/${pid}/exe`)
  if (Number(Tgid) !== pid) {
    throw new UserError(`${pid} is a thread of process ${Tgid}: watch that process`)
  }
  if (!isNode(file)) {
    throw new UserError(`process ${pid} is not Node.js, but ${path.basename(file)}. If it has ` +
      `started a server, watch that: ${LIST}`)
  }
  const words = readWords(pid, proc)
  const [tool] = path.basename(words.slice(0, 2).join(' ')).match(TOOL) ?? []
  if (tool) {
    throw new UserError(`process ${pid} is ${tool}, which has started the server. Watch that: ` +
      LIST)
  }
  const network = fs.readlinkSync(`${proc}/${pid}/ns/net`)
  if (network !== fs.readlinkSync(`${proc}/self/ns/net`)) {
    throw new UserError(`process ${pid} runs in a container with its own network: run this ` +
      'command there, or forward its port 9229 and watch 127.0.0.1:9229')
  }
  ensureNoPrimary(pid, workersOf(pid, proc)) // it passes the signal on to them
  ensureFreeFiles(pid, proc, read('limits'))
  const [, options = ''] = read('environ').match(/(?:^|\0)NODE_OPTIONS=([^\0]*)/) ?? []
  const flags = `${options} ${flagsOf(words).join(' ')}`
  if (!(BigInt(`0x${SigCgt}`) & SIGUSR1)) {
    const why = flags.includes('--disable-sigusr1')
      ? 'it was started with --disable-sigusr1. Start it with --inspect, and watch 127.0.0.1:9229'
      : 'it has no handler for it, so it is not Node.js, or is still starting: try again'
    throw new UserError(`SIGUSR1 would end process ${pid}: ${why}`)
  }
  const { host, port } = readAddress(flags)
  if (isLoopback(host)) return { host, port }
  throw new UserError(`process ${pid} would open its inspector on ${host}, where other machines ` +
    'can reach it, and run code in it. Start it without that host')
}

/** @param {number} pid @param {{ pid: number }[]} workers @throws {UserError} If it has some. */
function ensureNoPrimary (pid, workers) {
  if (!workers.length) return
  throw new UserError(`process ${pid} is the primary of a cluster and answers no requests: ` +
    `watch one of its workers: ${workers.map((worker) => worker.pid).join(' or ')}`)
}

/** @param {number} pid @param {string} proc @param {string} limits */
function ensureFreeFiles (pid, proc, limits) {
  const [, most = 'unlimited'] = limits.match(/^Max open files\s+(\d+)/m) ?? []
  const open = fs.readdirSync(`${proc}/${pid}/fd`).length
  if (most === 'unlimited' || Number(most) - open >= FREE_FILES) return
  throw new FindingError(`process ${pid} has ${open} files and sockets open, of at most ` +
    `${most}: it is about to fail, and opening its inspector would end it. Look at what it ` +
    `keeps open: ls -l /proc/${pid}/fd`)
}

// As Node.js reads them: the last host and the last port count.
/** @param {string} flags */
function readAddress (flags) {
  const address = { host: LOOPBACK, port: PORT }
  for (const [, value] of flags.matchAll(ADDRESS_FLAG)) {
    const [, host, port] = value.match(/^(?:(.*):)?(\d+)$/) ?? ['', value]
    if (host) address.host = host.replaceAll(/[[\]]/g, '')
    if (port) address.port = Number(port)
  }
  return address
}

module.exports = { ensureNoPrimary, inspectProcess }
