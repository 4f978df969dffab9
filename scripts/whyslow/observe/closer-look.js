'use strict'

// The end of a watch: what the event loop runs, and what allocates if memory is kept.

const { judge } = require('../judge/judge')
const { LEAK } = require('../judge/rules')
const { mayPauseFor } = require('./pauses')
const { readFor } = require('./collect')
const { createProfile, isTranspiled, readStacks } = require('./stacks')

/** @import { ProfileSteps, Watched } from '../types' */

const STALL = 50 // ms of a pause whose place a CPU profile may show
const PROFILED = ['cpu', 'sync', 'job', 'pool'] // what findings show by a CPU profile
// 1000 µs between two samples, the default, cost 29 % more CPU time. Bytes are a mean.
const STEP = { cpu: 4000, heap: 262_144 }

/**
 * Takes a CPU profile, or reads stacks if the profiler would pause the process for long; and takes
 * an allocation profile of a leak.
 * @param {Watched} watched
 * @param {number} time ms
 */
async function lookCloser (watched, time) {
  const { ask, evidence, inspector, onProfile, stop } = watched
  const steps = chooseSteps(watched)
  const stacks = createProfile()
  watched.isProfiled = Boolean(steps.cpu)
  await take('startProfile')
  try {
    const reading = readFor(watched, time, evidence.phases[1])
    await (steps.cpu ? reading : readStacks(inspector, stacks, reading, stop))
  } finally {
    const profiles = await take('stopProfile')
    if (evidence.phases[1].intervals.length) { // otherwise it is too short
      evidence.profiles = { cpu: stacks, ...profiles }
      if (steps.cpu) onProfile?.(profiles.cpu)
    }
  }
  if (isTranspiled(stacks) && mayPauseFor(watched, 'debugger')) {
    const began = performance.now()
    stacks.sourceMaps = await ask('sourceMaps')
    watched.paused += performance.now() - began
  }

  /** @param {'startProfile'|'stopProfile'} question */
  async function take (question) {
    const { took, ...profiles } = await ask(question, steps)
    watched.paused += took
    return profiles
  }
}

/** Asks only what the findings need. @param {Watched} watched @returns {ProfileSteps} */
function chooseSteps (watched) {
  const { evidence, known: { settings: { profile } } } = watched
  const { facts, first, others } = judge(evidence)
  const findings = [first, ...others]
  const isComputing = facts.longestPauseMs > STALL ||
    findings.some(({ shows = '' }) => PROFILED.includes(shows))
  // Once V8 has optimised a loop that runs, a profile lacks it.
  const isLooping = evidence.phases[0].intervals.every(({ timerDelays }) => !timerDelays.length)
  /** @type {ProfileSteps} */
  const steps = { mayCollect: profile || mayPauseFor(watched, 'allocations') }
  if (profile || (isComputing && !isLooping && mayPauseFor(watched, 'cpu'))) steps.cpu = STEP.cpu
  if (findings.some(({ verdict }) => verdict === LEAK)) steps.heap = STEP.heap
  return steps
}

module.exports = { lookCloser, PROFILED }
