'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { THREADS } = require('../judge/account')
const { CPU_BOUND } = require('../judge/conclusions')
const { describeMissed } = require('../judge/diagnose')
const { LEAK } = require('../judge/rules')
const { partsText, timeText } = require('../judge/words')
const { bytes, ms, number, percent, plural, rough } = require('../util/numbers')
const { layOut } = require('./lines')

/** @import { AddLine, CardOptions, Facts, Finding, Holders, Judgement, Kind } from '../types' */
/** @import { PeerCalls, Place, Placed, Relative, WatchedDiagnosis, Worker } from '../types' */

const ROUTES = 3 // with the most time
const BUSY_THREAD = 0.1 // of a core: with less, it is not listed
const DISTURBED = 0.2 // of a core that other programs used
const BAR = 10 // columns
const PLACE = 33 // columns before a bar
const CALLERS = 3
const PEERS = 3 // with the most time
const TIME = 68 // columns of a line
const MATTERS = 0.05 // of the time of a request
const FELT = 10 // ms: a shorter pause is not worth a line
const LISTED = 6 // faults
const HELD = 0.25 // of what is kept: a second holder with less is not worth a line

const KEPT = 'of what is kept'

/**
 * Writes a card: the verdict, its evidence, the place, what to do, and what to doubt.
 * @param {Judgement|WatchedDiagnosis} diagnosis
 * @param {CardOptions} options
 */
function format (diagnosis, options) {
  const { facts, outcome, first, others, close, ruledOut, notTested, holders } = diagnosis
  const { warnings = [], excessListeners = [] } = diagnosis
  const { title, command, spell = spellOption } = options
  const { backgroundCores = 0 } = facts
  const running = 'running' in diagnosis ? diagnosis.running : undefined
  const relative = relativeTo(options.root ?? (running && rootOf(running)))
  /** @type {string[][]} */
  const lines = []
  /** @type {AddLine} */
  const add = (label, text) => lines.push([label, text])

  const addWhere = (/** @type {Finding} */ finding) => {
    if (finding.verdict === LEAK) addHolders(add, holders, relative)
    addPlace(add, finding, relative)
  }

  if ('running' in diagnosis && diagnosis.worker) add('worker', diagnosis.worker)
  addWhere(first)
  for (const { emitter, event, listeners, location } of excessListeners.slice(0, 2)) {
    const added = location && `, added at ${relative(location)}`
    add('listeners', `${number(listeners)} of "${event}" on ${emitter}${added}`)
  }
  const commands = (first.options ?? []).map(({ option, value }) => spell(option, value))
  const next = [first.next, commands.join(' ')].filter(Boolean).join(': ')
  add('do', command ? `${next}${commands.length ? ', or' : ':'}` : next)
  if (command) lines.push(['', command, 'whole'])
  for (const finding of others) {
    add('also', `${finding.verdict}: ${finding.figure}`)
    if (finding.verdict === LEAK || !first.place) addWhere(finding)
  }
  for (const text of warnings) add('doubt', text)
  if (backgroundCores > DISTURBED) {
    const use = `other programs used ${percent(backgroundCores)} of a core`
    add('doubt', `${use}: close them and diagnose again`)
  }
  for (const finding of close) add('close', describeMissed(finding))
  const clear = ruledOut.map(({ verdict }) => verdict)
  /** @param {string[]} names @param {number} most */
  const list = (names, most) => options.all || names.length <= most
    ? names.join(', ')
    : `${names.length} other faults (${spell('all', true)} lists them)`
  if (clear.length) add('ruled out', list(clear, 0))
  if (notTested.length) add('untested', list(notTested, LISTED))
  for (const { option, value, text } of 'running' in diagnosis ? diagnosis.untested : []) {
    add('', `${spell(option, value)} ${text}`)
  }
  if (facts.workersEnded) return layOut(title, outcome, first.verdict, first.figure, lines)
  const load = 'running' in diagnosis ? watchedLines(diagnosis, relative) : options.load
  addTime(add, facts)
  add('process', describeProcess(facts))
  for (const [label, text] of load ?? []) add(label, text)
  return layOut(title, outcome, headingOf(first, relative), first.figure, lines)
}

/** @param {string} option @param {number|true} value */
function spellOption (option, value) {
  return value === true ? `--${option}` : `--${option} ${value}`
}

// What a CPU-bound server computes is its verdict.
/** @param {Finding} finding @param {Relative} relative */
function headingOf ({ verdict, place }, relative) {
  if (verdict !== CPU_BOUND || !place?.share) return verdict
  return `${verdict}, ${percent(place.share)} of it in ${relative(place.file)}:${place.line}`
}

/** @param {AddLine} add @param {Placed} finding @param {Relative} relative */
function addPlace (add, { shows, place }, relative) {
  if (!shows || !place) return
  const { line, functionLine = line, share, callee, from } = place
  const code = describe(place, relative)
  const isMemory = shows === 'memory'
  const label = isMemory ? 'allocated' : 'where'
  if (share) addBar(add, label, code, share, isMemory ? KEPT : 'of CPU time')
  else add(label, code)
  const more = []
  if (functionLine !== line) more.push(`the function begins at line ${functionLine}`)
  if (callee) more.push(`${percent(callee.share)} in ${callee.name}, which it calls`)
  if (more.length) add('', more.join('; '))
  for (const caller of (from ?? []).slice(0, CALLERS)) {
    add('', `called by ${describe(caller, relative)}`)
  }
}

/** @param {Place} place @param {Relative} relative */
function describe ({ function: name, file, line }, relative) {
  return `${relative(file)}:${line}${name === '(anonymous)' ? '' : ` ${name}`}`
}

/** @param {AddLine} add @param {Holders|undefined} holders @param {Relative} relative */
function addHolders (add, holders, relative) {
  const all = holders?.holders ?? []
  for (const holder of all) {
    const { name, share, path, place, kinds, chain } = holder
    if (holder !== all[0] && share < HELD) return
    addBar(add, 'held by', name, share, KEPT)
    if (place) add('', describe({ ...place, function: place.name }, relative))
    if (kinds.length) add('', describeKind(kinds[0]))
    if (chain) add('', `a chain of ${number(chain)} objects: each keeps the next`)
    if (path) add('', path)
  }
}

// Where the time of a request goes, and what it asks.
/** @param {AddLine} add @param {Facts} facts */
function addTime (add, { time }) {
  if (!time) return
  const { calls, isServer, parts: [{ share }], pool } = time
  const whole = isServer ? `${timeText(time)} a request` : 'all of it'
  const bar = `${whole}  ${barOf(share)}  `
  add('time', bar + partsText(time, TIME - bar.length))
  const shown = calls.filter(({ failed, ms: own, peer }) =>
    failed || peer === pool || own >= MATTERS * time.requestMs)
  for (const [i, call] of shown.slice(0, PEERS).entries()) {
    add(i ? '' : 'calls', describeCalls(call, call.peer === pool))
  }
}

/** @param {PeerCalls} call @param {boolean} isFull */
function describeCalls ({ eachMs, failed, failures, isShared, mostOpen, open, ...call }, isFull) {
  const parts = [call.peer, `${number(rough(call.perSecond))}/s`]
  if (failed) {
    parts.push(`${number(failed)} failed: ${Object.keys(failures).join(', ')}`)
    return parts.join('  ')
  }
  if (eachMs) parts.push(`${ms(rough(eachMs))} each`)
  const most = isFull ? 'never more' : `up to ${mostOpen}`
  parts.push(isShared ? 'a shared connection' : `${number(rough(open))} at once, ${most}`)
  const text = parts.join('  ')
  const whole = `${text}  0 failed`
  return whole.length <= TIME ? whole : text
}

/** @param {Kind} kind */
function describeKind ({ kind, count, bytes: size }) {
  const kinds = /^[a-z]/.test(kind) ? ` ${kind}s` : ` × ${kind}`
  return `${number(count)}${kinds} of ${bytes(rough(size / count))}`
}

/** @param {number} share */
function barOf (share) {
  const full = Math.round(Math.min(1, share) * BAR)
  return '█'.repeat(full).padEnd(BAR, '░')
}

// What has no room before a bar has a line of its own.
/**
 * @param {AddLine} add
 * @param {string} label
 * @param {string} text
 * @param {number} share
 * @param {string} of
 */
function addBar (add, label, text, share, of) {
  const bar = `${barOf(share)}  ${percent(share)} ${of}`
  if (text.length <= PLACE) return add(label, `${text.padEnd(PLACE)}  ${bar}`)
  add(label, text)
  add('', bar)
}

/** @param {WatchedDiagnosis} diagnosis @param {Relative} relative */
function watchedLines (diagnosis, relative) {
  const { running, workers = [], took, facts, routes, workerThreads } = diagnosis
  const paused = `${number(rough(diagnosis.paused / 1000))} s`
  const { answered, latencyMs, latencyP99Ms, threadCores, inProgress, tripsPerSecond } = facts
  const program = `${relative(running.script)} (Node.js ${running.node})`
  const slowest = routes.slice(0, ROUTES).map(({ name, requests, time }) =>
    `${name} ${number(requests)} × ${ms(rough(time / requests))}`)
  const lines = [['watched', `${program} for ${Math.round(took)} s`]]
  if (diagnosis.paused >= FELT) lines.push(['paused', `by this watch: ${paused}`])
  if (answered === undefined) {
    lines.push(['load', `${number(rough(tripsPerSecond ?? 0))} round trips/s`])
  } else {
    const perSecond = answered / took
    const rate = number(perSecond < 10 ? rough(perSecond) : Math.round(perSecond))
    const times = answered
      ? `   p50 ${ms(rough(latencyMs ?? 0))}   p99 ${ms(rough(latencyP99Ms ?? 0))}`
      : ''
    lines.push(
      ['load', `${rate} req/s${times}   ${number(inProgress ?? 0)} in progress`],
      ['routes', slowest.join(', ') || 'none']
    )
  }
  lines.unshift(...workers.map(describeWorker))
  if (threadCores < THREADS) return lines
  const use = `other threads use ${rough(threadCores)} cores`
  lines.push(['threads', `${use}: worker threads, the thread pool or garbage collection`])
  for (const { script, cores } of workerThreads) {
    if (cores < BUSY_THREAD) continue
    lines.push(['', `worker thread ${relative(script)} uses ${percent(cores)} of a core`])
  }
  return lines
}

/** @param {Worker} worker @param {number} i @returns {string[]} */
function describeWorker ({ pid, requests, cpuPerRequestMs, latencyMs, bytes: size }, i) {
  const times = `${ms(rough(cpuPerRequestMs))} of CPU time each, p50 ${ms(rough(latencyMs))}`
  const text = `${pid}: ${plural(requests, 'request')}, ${times}, ${bytes(rough(size))}`
  return [i ? '' : 'workers', text]
}

/** @param {Facts} facts */
function describeProcess ({ elu, longestPauseMs, earlyBytes, lateBytes }) {
  return `event loop busy ${percent(elu)}   longest pause ${ms(rough(longestPauseMs))}   ` +
    `heap ${bytes(rough(earlyBytes))} → ${bytes(rough(lateBytes))}`
}

function relativeTo (root = process.cwd()) {
  return (/** @type {string} */ location) => location.replace(root + path.sep, '')
}

/**
 * A process that was started elsewhere, or through a link, has its package in another folder.
 * @param {WatchedDiagnosis['running']} running
 * @returns {string} the folder to which paths are relative
 */
function rootOf ({ script, folder }) {
  if (script.startsWith(folder + path.sep)) return folder
  let at = folder
  try {
    at = path.dirname(fs.realpathSync(script))
  } catch {} // it is not on this machine
  while (at !== path.dirname(at)) {
    if (fs.existsSync(path.join(at, 'package.json'))) return at
    at = path.dirname(at)
  }
  return folder
}

module.exports = { addPlace, describe, format, relativeTo, rootOf }
