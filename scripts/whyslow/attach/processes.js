'use strict'

// What Linux tells of processes, above all of those of Node.js. Nothing is done to them.

/** @import { Activity, ClusterWorker, NodeProcess } from '../types' */

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { portsOf } = require('./ports')

const SAMPLE = 500 // ms
const STARTED = 19 // number of a field
const TICK = 10 // ms: in these, Linux counts it
const NODE = /^node(js)?([-.\d]|$)/
const REPLACED = / \(deleted\)$/ // by an update, since the process was started
const FLAG_WITH_VALUE = /^(-[rC]|--(require|import|loader|conditions|inspect-port|debug-port))$/

/**
 * Lists the processes of Node.js but this one, the one that uses the most CPU time first.
 * @param {number} [time] ms in which CPU time is counted
 * @returns {Promise<NodeProcess[]>}
 */
async function listProcesses (time = SAMPLE) {
  const before = new Map()
  for (const pid of listIds()) before.set(pid, readCpuTime(pid))
  const began = performance.now()
  await sleep(time)
  const took = performance.now() - began
  const found = []
  for (const [pid, cpuTime] of before) {
    const known = pid === process.pid ? undefined : readProcess(pid)
    if (known) found.push({ ...known, cores: (readCpuTime(pid) - cpuTime) / took })
  }
  return found.sort((a, b) => b.cores - a.cores)
}

/** @param {number} port @returns the process of Node.js that listens there, if you may see it */
function findListener (port) {
  for (const pid of listIds()) {
    const known = readProcess(pid)
    if (known?.ports.includes(port)) return known
  }
}

// Of all processes; none if this is not Linux.
function listIds (proc = '/proc') {
  const names = attempt(() => fs.readdirSync(proc), [])
  return names.filter((name) => /^\d+$/.test(name)).map(Number)
}

// Undefined if it is none, or has ended.
/** @param {number} pid */
function readProcess (pid) {
  try {
    const { Uid, VmRSS } = readStatus(pid)
    const words = readWords(pid)
    const program = attempt(() => fs.readlinkSync(`/proc/${pid}/exe`), words[0])
    if (!isNode(program)) return undefined
    const listening = attempt(() => portsOf(pid).listening, [])
    return {
      pid,
      user: nameOfUser(parseInt(Uid)),
      bytes: parseInt(VmRSS) * 1024,
      ports: Array.from(new Set(listening.map(({ port }) => port))),
      script: words[flagsOf(words).length + 1] || words[0] // or its title
    }
  } catch {
    return undefined
  }
}

/** @param {number} pid @returns {Record<string, string>} by name @throws If it has ended. */
function readStatus (pid, proc = '/proc') {
  const rows = fs.readFileSync(`${proc}/${pid}/status`, 'utf8').split('\n')
  return Object.fromEntries(rows.map((row) => row.split(/:\s+/)))
}

/** @param {number} pid @returns {string[]} of its command line @throws If the process has ended. */
function readWords (pid, proc = '/proc') {
  return fs.readFileSync(`${proc}/${pid}/cmdline`, 'utf8').split('\0')
}

// Of another user's process, Linux does not tell everything.
/** @template T @param {() => T} read @param {T} otherwise */
function attempt (read, otherwise) {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** @param {string} file of a program */
function isNode (file) {
  return NODE.test(path.basename(file.replace(REPLACED, '')))
}

/** @param {string[]} words of a command line @returns {string[]} the flags of Node.js itself */
function flagsOf ([, ...words]) {
  const script = words.findIndex((word, i) =>
    !word.startsWith('-') && !FLAG_WITH_VALUE.test(words[i - 1]))
  return words.slice(0, script)
}

// In ms since the process was started; NaN if it has ended.
/** @param {number} pid */
function readCpuTime (pid) {
  return readTime(pid, 11) + readTime(pid, 12)
}

// In ms.
/** @param {number} pid @param {number} field its number */
function readTime (pid, field) {
  const stat = attempt(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8'), '')
  const [, row = ''] = stat.split(/\) (?!.*\))/) // its name may have parentheses
  return Number(row.split(' ')[field]) * TICK
}

/**
 * Says what a process does at the moment, as Linux sees it.
 * @param {number} pid
 * @returns {Activity}
 */
function readActivity (pid) {
  const { State = '' } = attempt(() => readStatus(pid), {})
  return {
    runnable: readRunnable(pid),
    throttled: readThrottled(pid),
    isStopped: /^[Tt]/.test(State),
    child: nameOfChild(pid)
  }
}

// In ms for which its main thread had work, with a core or without; NaN if the process has ended.
/** @param {number} pid */
function readRunnable (pid) {
  const file = `/proc/${pid}/task/${pid}/schedstat`
  const [running, waiting] = attempt(() => fs.readFileSync(file, 'utf8'), '').split(' ')
  return (Number(running) + Number(waiting)) / 1e6
}

// In ms since its cgroup was made; version 2 of cgroups has one folder for all of them.
/** @param {number} pid */
function readThrottled (pid) {
  const groups = attempt(() => fs.readFileSync(`/proc/${pid}/cgroup`, 'utf8'), '')
  const [, v1] = groups.match(/^\d+:(?:.*,)?cpu(?:,.*)?:(.*)$/m) ?? []
  const [, v2 = ''] = groups.match(/^0::(.*)$/m) ?? []
  const file = v1 ? `/sys/fs/cgroup/cpu${v1}/cpu.stat` : `/sys/fs/cgroup${v2}/cpu.stat`
  const stat = attempt(() => fs.readFileSync(file, 'utf8'), '')
  const [, unit, time] = stat.match(/^throttled_(usec|time) (\d+)$/m) ?? []
  return time ? Number(time) / (unit === 'usec' ? 1e3 : 1e6) : 0
}

// The last child that was started, if there is one.
/** @param {number} pid */
function nameOfChild (pid) {
  const file = `/proc/${pid}/task/${pid}/children`
  const children = attempt(() => fs.readFileSync(file, 'utf8'), '').trim().split(' ')
  const words = attempt(() => readWords(Number(children.pop())), [])
  return words.length ? path.basename(words[0]) : undefined
}

/** @param {number} id */
function nameOfUser (id) {
  const text = attempt(() => fs.readFileSync('/etc/passwd', 'utf8'), '') // an image may have none
  return text.match(new RegExp(`^(.*?):.*?:${id}:`, 'm'))?.[1] ?? String(id)
}

/**
 * Lists the workers of a cluster's primary, the newest first.
 * @param {number} pid of the primary
 * @returns {ClusterWorker[]} none if it is no primary
 */
function workersOf (pid, proc = '/proc') {
  const workers = []
  for (const id of listIds(proc)) {
    try {
      if (Number(readStatus(id, proc).PPid) !== pid) continue
      const environ = fs.readFileSync(`${proc}/${id}/environ`, 'utf8')
      const [, number] = environ.match(/(?:^|\0)NODE_UNIQUE_ID=(\d+)/) ?? []
      const began = readTime(id, STARTED) - readTime(process.pid, STARTED)
      const age = process.uptime() * 1000 - began
      if (number) workers.push({ pid: id, number: Number(number), age })
    } catch {} // it has ended, or belongs to another user
  }
  return workers.sort((a, b) => b.number - a.number)
}

module.exports = {
  findListener,
  flagsOf,
  isNode,
  listProcesses,
  readActivity,
  readStatus,
  readWords,
  workersOf,
}
