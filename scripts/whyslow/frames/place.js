'use strict'

// The place in the reader's own code where the time (or the memory) goes.

/** @import { Frame, HotFunction, Lines, Place, StackSample } from '../types' */

const fs = require('node:fs')
const { mostOf, sum } = require('../util/numbers')
const { frameOwner, isUserFrame, nameCallee, CORE, MICROTASKS, NATIVE } = require('./frames')

const LEAST = 0.01 // of the samples: less of it is no place to look
const OWN_LINES = 0.3 // of a function's samples with a known line: then its lines tell
const LONGEST = 80 // lines of a function that are searched for a call
const WIDEST = 200 // characters of a line of code that was not packed
const ROUTE = /\.(get|post|put|patch|delete|all)\(\s*(['"`])(\/.*?)\2/
const LISTENER = /\.(?:on|once|addListener)\(\s*(['"`])(.+?)\1/
const sources = new Map() // lines, by file
const TIMER = /\b(setInterval|setTimeout|setImmediate)\(/

/**
 * Finds the hottest function of the reader's code, with what packages and Node.js do for it, but
 * not with what it calls in the reader's code. Where none is hot, it is one of a package.
 * @param {StackSample[]} [samples] none without a profile
 * @param {Lines} [lines] ticks by line, by function
 * @param {(sample: StackSample) => boolean} [isCounted] the shares are still of all samples
 * @returns {Place|undefined}
 */
function hottestPlace (samples = [], lines = new Map(), isCounted = () => true) {
  const all = sum(samples.map(({ weight }) => weight))
  for (const isOwn of [isUserFrame, isPackageFrame]) {
    const hottest = hottestFunction(samples.filter(isCounted), isOwn)
    if (hottest && hottest.weight / all >= LEAST) return placeOf(hottest, all, lines)
  }
}

/** @param {Frame} frame */
function isPackageFrame (frame) {
  return ![CORE, NATIVE].includes(frameOwner(frame))
}

// The last function of the code on each stack has the sample.
/** @type {(samples: StackSample[], isOwn: (frame: Frame) => boolean) => HotFunction} */
function hottestFunction (samples, isOwn) {
  const functions = new Map()
  for (const { stack, weight } of samples) {
    const at = stack.findLastIndex(isOwn)
    if (at < 0) continue
    const frame = stack[at]
    const known = functions.get(frame)
    const found = known ??
      { frame, callers: [], count: 0, weight: 0, heaviest: 0, callees: new Map() }
    functions.set(frame, found)
    found.count++
    found.weight += weight
    if (weight > found.heaviest) {
      found.heaviest = weight
      found.callers = stack.slice(0, at)
    }
    const callee = findCallee(stack.slice(at + 1))
    found.callees.set(callee, (found.callees.get(callee) ?? 0) + weight)
  }
  return Array.from(functions.values()).sort((a, b) => b.weight - a.weight)[0]
}

// A function of V8 has a name and no file. What V8 does by itself has a name in parentheses.
/** @param {Frame[]} called */
function findCallee (called) {
  const isNamed = (/** @type {Frame} */ { name }) => !name.startsWith('(')
  return called.find((frame) => frameOwner(frame) !== NATIVE) ?? called.find(isNamed)
}

/** @param {HotFunction} hottest @param {number} all @param {Lines} lines */
function placeOf ({ frame, callers, count, weight, callees }, all, lines) {
  const { name, file, line: functionLine } = frame
  const self = callees.get(undefined) ?? 0
  callees.delete(undefined)
  const [most, time = 0] = mostOf(callees)
  const callee = time > self ? most : undefined
  const ticks = lines.get(frame) ?? new Map()
  const isTold = sum(Array.from(ticks.values())) >= OWN_LINES * count
  const line = isTold ? mostOf(ticks)[0] : callLine(frame, callee)
  /** @type {Place} */
  const place = {
    function: name === '(anonymous)' ? roleInSource(frame) ?? describeRole(callers) : name,
    file,
    line: line ?? functionLine,
    functionLine,
    share: weight / all
  }
  if (callee) place.callee = { name: nameCallee(callee), share: time / all }
  return place
}

// A profile does not tell the line of a call: the source has its name, if it is called once.
/** @param {Frame} frame @param {Frame} [callee] */
function callLine ({ file, line }, callee) {
  const [name] = callee?.name.match(/[\w$#]+$/) ?? []
  if (!name) return undefined
  const source = readLines(file).slice(line - 1, line - 1 + LONGEST)
  const isCall = (/** @type {string} */ text) => text.includes(`${name}(`)
  const at = source.findIndex(isCall)
  return at >= 0 && at === source.findLastIndex(isCall) ? line + at : undefined
}

// None if the file is not on this machine.
/** @param {string} file @returns {string[]} */
function readLines (file) {
  if (!sources.has(file)) {
    let text = ''
    try {
      text = fs.readFileSync(file, 'utf8')
    } catch {}
    sources.set(file, text.split('\n'))
  }
  return sources.get(file)
}

// What a function without a name is for, by the line where it begins.
/** @param {Frame} frame */
function roleInSource ({ file, line }) {
  const text = readLines(file)[line - 1] ?? ''
  if (text.length > WIDEST) return undefined
  const [, method, , route] = text.match(ROUTE) ?? []
  if (route) return `handler of ${method.toUpperCase()} ${route}`
  const [, , event] = text.match(LISTENER) ?? []
  if (event) return `listener of "${event}"`
  const [, timer] = text.match(TIMER) ?? []
  return timer && `callback of ${timer}`
}

/** @param {StackSample} sample @param {string} route @returns whether its handler has called */
function isForRoute ({ stack }, route) {
  return stack.some((frame) => roleInSource(frame) === `handler of ${route}`)
}

// The same by its callers.
/** @param {Frame[]} callers */
function describeRole (callers) {
  const caller = callers.findLast((frame) => frameOwner(frame) !== NATIVE)
  if (!caller || MICROTASKS.test(caller.name)) return 'async function'
  if (caller.name === '(anonymous)') return 'callback'
  if (caller.file === 'node:internal/timers') return 'callback of a timer'
  if (caller.name === 'parserOnIncoming' || caller.file === 'node:events') {
    const isServer = callers.some(({ name }) => name === 'parserOnIncoming')
    return isServer ? 'request handler' : 'event listener'
  }
  const owner = frameOwner(caller)
  return owner === CORE ? `callback of ${caller.name}` : `function called by ${nameCallee(caller)}`
}

module.exports = { hottestPlace, isForRoute }
