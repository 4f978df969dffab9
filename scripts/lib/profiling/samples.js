'use strict'

// Turns what each profiler writes into stack samples, without idle time.

const { fromCallFrame, parseFrame } = require('./frames')

/** @typedef {import('./frames').StackSample} StackSample */
/** @typedef {import('./frames').Frame} Frame */
/** @typedef {import('node:inspector').HeapProfiler.SamplingHeapProfileNode} HeapNode */
/** @typedef {{name: string, type: string}} Code `type` is JS, or a kind of native code */

const IDLE = /^(epoll_p?wait|kevent|NtRemoveIoCompletion)/ // system calls that wait for events

/** @type {(profile: import('node:inspector').Profiler.Profile) => StackSample[]} of --cpu-prof, weight in µs */
function cpuProfileSamples ({ nodes, samples = [], timeDeltas = [] }) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  /** @type {Map<number|undefined, Frame[]>} */
  const stacks = new Map()
  for (const { id, callFrame } of nodes) { // V8 lists parents before their children
    const callers = stacks.get(parents.get(id))
    stacks.set(id, callers ? [...callers, fromCallFrame(callFrame)] : []) // the root is no function
  }
  return samples
    .map((id, i) => ({ stack: stacks.get(id) ?? [], weight: Math.max(0, timeDeltas[i]) }))
    .filter(({ stack }) => stack.length && stack.at(-1)?.name !== '(idle)') // which waits for events
}

/**
 * Of Clinic Flame, without native frames, as its page shows it at first.
 * @type {(ticks: Code[][]) => StackSample[]} weight in ticks
 */
const flameSamples = (ticks) => ticks
  .map((tick) => tick.filter(({ type }) => type === 'JS').map(({ name }) => parseFrame(name)))
  .filter((stack) => stack.length)
  .map((stack) => ({ stack, weight: 1 }))

/**
 * Of --prof, after --prof-process --preprocess. Each stack `s` holds pairs of code and offset, leaf first; a code of -1
 * has no name.
 * @type {(log: {code: Code[], ticks: {s: number[]}[]}) => StackSample[]} weight in ticks
 */
const logSamples = ({ code, ticks }) => ticks
  .map(({ s: pairs }) => {
    const functions = pairs.filter((_, i) => i % 2 === 0).map((id) => code[id]).filter(Boolean)
    return { stack: functions.map(toFrame).reverse(), weight: 1 }
  })
  .filter(({ stack }) => stack.length && !IDLE.test(stack[stack.length - 1].name))

/** @type {(code: Code) => Frame} */
const toFrame = ({ name, type }) => type === 'JS' ? parseFrame(name) : { name, file: '', line: 0 }

/** @type {(node: HeapNode, callers?: Frame[]) => StackSample[]} of a sampling heap profile, weight in bytes */
function heapSamples ({ callFrame, selfSize, children }, callers = []) {
  const stack = [...callers, fromCallFrame(callFrame)]
  const own = selfSize > 0 ? [{ stack, weight: selfSize }] : []
  return [...own, ...children.flatMap((child) => heapSamples(child, stack))]
}

module.exports = { cpuProfileSamples, flameSamples, heapSamples, logSamples }
