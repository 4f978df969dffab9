// The state in words: a headline for the back row, and the details.

import { fraction, number } from './labels.js'
import { BLOCKED, silence } from './state.js'

/** @import { Result, Run, State } from './types' */
/** @typedef {{headline: string, detail: string}} Status */
/** @typedef {Run & {result: Result}} CompleteRun */

/** @param {State} state @returns {Status} */
export function statusOf (state) {
  if (state.phase === 'idle') {
    const detail = 'It runs all that are ticked, one after another. Race runs the stages.'
    return { headline: 'Tick a stage and press Start', detail }
  }
  return state.phase === 'running' ? describeLoad(state) : describeEnd(state)
}

/** @param {State} state @returns {Status} */
function describeLoad ({ settings, runs }) {
  const run = runs.at(-1)
  const sample = run?.samples.at(-1)
  const replay = settings?.replayOf ?? ''
  if (!run || !sample) return { headline: 'Starting, warming up …', detail: replay }
  const duration = settings?.duration ?? 0
  const time = Math.min(sample.time, duration).toFixed(1)
  const headline = `${run.target}: ${time} of ${duration} s`
  const silent = silence(run)
  if (run.result || silent < BLOCKED) return { headline, detail: replay }
  return { headline, detail: `The event loop is blocked: no reading for ${silent.toFixed(1)} s` }
}

/** @param {State} state @returns {Status} */
function describeEnd ({ settings, runs, phase }) {
  const done = /** @type {CompleteRun[]} */ (runs.filter(({ result }) => result))
  const details = []
  if (done.length) details.push(`CPU time per request: ${done.map(cpuTime).join(', ')}.`)
  if (settings?.replayOf) details.push(settings.replayOf)
  if (phase !== 'done') {
    const target = runs.at(-1)?.target
    details.unshift(`Nothing of ${target} is saved.`)
    return { headline: `${target} ${phase}`, detail: details.join(' ') }
  }
  const [{ target, result }] = done
  const ratios = done.slice(1).map((run, i) => compare(run, done[i])).join('; ')
  const headline = ratios || `${target}: ${number(result.requests.average)} req/s`
  return { headline, detail: details.join(' ') }
}

/** @param {CompleteRun} run */
function cpuTime ({ target, result: { cpuPerRequest, bottleneck } }) {
  const limit = bottleneck === 'generator' ? ' (the load generator was the bottleneck)' : ''
  return `${target} ${number(cpuPerRequest)} µs${limit}`
}

/** @type {(run: CompleteRun, before: CompleteRun) => string} */
function compare (run, before) {
  const share = run.result.cpuPerRequest / before.result.cpuPerRequest
  return `${run.target} needs ${fraction(share)} of the CPU time of ${before.target}`
}
