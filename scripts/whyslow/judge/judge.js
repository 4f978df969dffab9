'use strict'

const { isInTimer } = require('../frames/frames')
const { hottestPlace, isForRoute } = require('../frames/place')
const {
  cpuProfileSamples, fromLocation, heapSamples, ticksByLine
} = require('../frames/samples')
const { readFacts, totalAlone } = require('./facts')
const { diagnose } = require('./diagnose')
const { isForPool, isStartingChild, isSyncIo } = require('./samples')

/** @import { Caller, Evidence, Facts, Finding, Judgement, Place } from '../types' */

/**
 * Judges what was observed in a process.
 * @param {Evidence} evidence
 * @returns {Judgement} facts, and findings with their places
 */
function judge (evidence) {
  const { profiles: { cpu, heap }, harness, callers = [] } = evidence
  const samples = cpu ? cpuProfileSamples(cpu, harness) : undefined
  const lines = cpu && ticksByLine(cpu)
  /** @param {string[]} kinds */
  const callersOf = (...kinds) => callers.filter(({ kind }) => kinds.includes(kind))
  const facts = readFacts(evidence, samples)
  const { agentUnreadRoute } = facts
  /** @param {Caller} caller */
  const isOfQueue = ({ peer }) => !agentUnreadRoute || peer === agentUnreadRoute
  /** @type {Record<string, () => Place|undefined>} by what a rule names as its place */
  const places = {
    cpu: () => hottestPlace(samples, lines),
    sync: () => hottestPlace(samples, lines, isSyncIo),
    job () {
      const route = facts.stallRoute
      if (route) return hottestPlace(samples, lines, (sample) => isForRoute(sample, route))
      return hottestPlace(samples, lines, isInTimer) ?? hottestPlace(samples, lines)
    },
    pool: () => hottestPlace(samples, lines, isForPool),
    memory: () => hottestPlace(heap && heapSamples(heap.head, harness)),
    agent: () => callerPlace(callersOf('agent').filter(isOfQueue)),
    writes: () => callerPlace(callersOf('write')) ?? places.memory(),
    calls: () => callerPlace(callersOf('round trip', 'connection', 'agent')),
    children: () => {
      return callerPlace(callersOf('child')) ?? hottestPlace(samples, lines, isStartingChild)
    },
    opened: () => callerPlace(callersOf('resource').filter(({ peer }) => isOpened(peer, facts))),
    listeners: () => listenersPlace(evidence)
  }
  /** @param {Finding} finding @returns {Finding} */
  const withPlace = (finding) =>
    finding.shows ? { ...finding, place: places[finding.shows]() } : finding
  const { first, others, ...findings } = diagnose(facts)
  return {
    facts,
    first: withPlace(first),
    others: others.map(withPlace),
    ...findings
  }
}

/** @param {Caller[]} callers the most frequent first @returns {Place|undefined} */
function callerPlace ([caller]) {
  if (!caller) return undefined
  const [{ name, file, line }, ...others] = caller.frames
  const from = others.map(({ name, file, line }) => ({ function: name, file, line }))
  return { function: name, file, line, from }
}

/** @param {string} kind @param {Facts} facts */
function isOpened (kind, { opened = {}, filesShare = 0 }) {
  return opened[kind] > 0 || (kind === 'open files' && filesShare > 0.5)
}

/** @param {Evidence} evidence @returns {Place|undefined} */
function listenersPlace (evidence) {
  const { listeners } = totalAlone(evidence.phases)
  if (!listeners) return undefined
  const { emitter, event, location } = listeners
  const { file, line } = fromLocation(location)
  return file ? { function: `listener of "${event}" on ${emitter}`, file, line } : undefined
}

module.exports = { judge }
