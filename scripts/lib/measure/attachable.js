'use strict'

// SIGUSR1 opens the inspector of Node.js, and ends a process that does not expect it.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')

const SIGUSR1 = 1n << 9n // its bit in SigCgt: Linux numbers it 10
const CHILD = 'it starts the server as a child. Watch that one: pgrep -a node lists it'
const TOOL = /^(npm|npx|pnpm|yarn)(?=(-cli)?(\.c?js)?( |$))/ // npm's title is its command
const NODE = /^node(js)?([-.\d]|$)/
const PORT = 9229 // unless a flag says otherwise
const PORT_FLAG = /--(?:inspect(?:-brk|-wait|-port)?|debug-port)[= ](?:\S*:)?(\d+)/

/**
 * Checks that a process is one of Node.js whose inspector this user can open.
 * @param {number} pid
 * @param {string} [proc] the folder that describes all processes; a test has its own
 * @returns whether it catches SIGUSR1; its inspector's port
 * @throws {UserError} When it is not.
 */
function inspectProcess (pid, proc = '/proc') {
  if (!fs.existsSync(`${proc}/self`)) {
    throw new UserError('PID needs Linux: open the inspector of the process ' +
      '(node inspect -p PID), and use INSPECT=127.0.0.1:9229')
  }
  const read = (name) => fs.readFileSync(`${proc}/${pid}/${name}`, 'utf8')
  let status
  let file
  try {
    status = read('status')
    file = fs.readlinkSync(`${proc}/${pid}/exe`)
  } catch (err) {
    throw new UserError(err.code === 'EACCES'
      ? `process ${pid} belongs to another user: run this command as that user`
      : `there is no process ${pid}: pgrep -a node lists those of Node.js`)
  }
  const [, owner] = status.match(/^Tgid:\s*(\d+)/m) ?? []
  if (Number(owner) !== pid) {
    throw new UserError(`${pid} is a thread of process ${owner}: use PID=${owner}`)
  }
  const name = path.basename(file)
  if (!NODE.test(name)) {
    throw new UserError(`process ${pid} is not Node.js, but ${name}: ${CHILD}`)
  }
  const [tool] = path.basename(read('cmdline').split('\0', 2).join(' ')).match(TOOL) ?? []
  if (tool) throw new UserError(`process ${pid} is ${tool}: ${CHILD}`)
  const network = fs.readlinkSync(`${proc}/${pid}/ns/net`)
  if (network !== fs.readlinkSync(`${proc}/self/ns/net`)) {
    throw new UserError(`process ${pid} runs in a container with a network of its own: run this ` +
      'command in there, or forward its port 9229 and use INSPECT=127.0.0.1:9229')
  }
  const [, caught] = status.match(/^SigCgt:\s*(\S+)/m) ?? []
  const [variable] = read('environ').match(/(?<=^|\0)NODE_OPTIONS=[^\0]*/) ?? []
  const options = `${read('cmdline')} ${variable}`.replaceAll('\0', ' ')
  const [, port = PORT] = options.match(PORT_FLAG) ?? []
  return {
    catches: (BigInt(`0x${caught}`) & SIGUSR1) !== 0n,
    port: Number(port)
  }
}

module.exports = { inspectProcess }
