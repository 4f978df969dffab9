'use strict'

// Which part of the software uses the CPU time of a server under load.

const { frameOwner } = require('./frames')

/** @typedef {import('./frames').StackSample} StackSample */
/** @typedef {{part: string, share: number}} PartShare `share` of the CPU time under load, 0 to 1 */

const SOCKET_WRITE = /^write(v|Buffer|\w+String)$/ // a socket's native functions, in which the kernel copies the bytes

/** @type {(samples: StackSample[]) => PartShare[]} largest first; without the start, when Node.js loads the modules */
function costBreakdown (samples) {
  /** @type {Map<string, number>} */
  const weights = new Map()
  let sum = 0
  for (const { stack, weight } of samples) {
    if (/^node:internal\/(main|modules|bootstrap)\//.test(stack[0].file)) continue
    const part = partOf(stack)
    weights.set(part, (weights.get(part) ?? 0) + weight)
    sum += weight
  }
  return [...weights].map(([part, weight]) => ({ part, share: weight / sum })).sort((a, b) => b.share - a.share)
}

/** @param {StackSample['stack']} stack native code belongs to the JavaScript function that called it */
function partOf (stack) {
  const { name, file } = stack[stack.length - 1]
  if (name === '(garbage collector)') return 'garbage collection'
  if (!file && SOCKET_WRITE.test(name)) return 'writing to sockets (kernel)'
  const caller = stack.findLast(({ file }) => file)
  if (!caller) return 'Node.js core' // native code, such as the HTTP parser and reading from sockets
  if (caller.file.startsWith('node:internal/crypto/')) return 'hashing'
  const owner = frameOwner(caller)
  return owner === 'your code' ? "the server's own code" : owner.startsWith('dependency') ? 'packages' : owner
}

module.exports = { costBreakdown }
