// The state that the page shows: built from the events of a run, or cut from a saved one.

import { minute } from './labels.js'

/** @import { LiveEvent, LiveResult } from '../types' */
/** @import { Metric, Point, Run, State } from './types' */

export const BLOCKED = 0.75 // s without a reading of the probe

/** @type {State} */
export const NOTHING = { settings: null, runs: [], phase: 'idle', message: '' }

/** @type {(target: string) => Run} */
const newRun = (target) => ({ target, samples: [], result: null })

/** @type {(state: State, event: LiveEvent) => State} */
export function next (state, { type, data }) {
  const { runs } = state
  if (type === 'start') return { ...NOTHING, settings: data, phase: 'running' }
  if (type === 'end') return { ...state, phase: data.outcome, message: data.message ?? '' }
  if (type === 'target') return { ...state, runs: [...runs, newRun(data.target)] }
  const run = runs[runs.length - 1]
  const samples = type === 'sample' ? [...run.samples, data] : run.samples
  return { ...state, runs: runs.with(-1, { ...run, samples, result: data.result ?? null }) }
}

/**
 * Gives the state at a moment of a saved run; starts and warm-ups take no time here.
 * @type {(saved: LiveResult, seconds: number) => State}
 */
export function stateAt ({ startedAt, environment, events }, seconds) {
  const whole = events.reduce(next, NOTHING)
  const replayOf = `Replay of ${minute(startedAt)} UTC, Node.js ${environment.node}.`
  const settings = whole.settings && { ...whole.settings, replayOf }
  /** @type {Run[]} */
  const runs = []
  let start = 0
  for (const run of whole.runs) {
    if (seconds < start) break
    const end = start + (run.samples.at(-1)?.time ?? 0)
    const samples = run.samples.filter(({ time }) => start + time <= seconds)
    runs.push(seconds < end ? { ...run, samples, result: null } : run)
    start = end
  }
  return { settings, runs, phase: seconds < start ? 'running' : 'done', message: '' }
}

/** @type {(state: State, pinned: Run[]) => Run[]} the pinned ones, then all targets of the run */
export function seriesOf ({ settings, runs }, pinned) {
  const targets = settings?.targets ?? []
  return [...pinned, ...targets.map((target, i) => runs[i] ?? newRun(target))]
}

/** @type {(run: Run, metric: Metric) => number|null|undefined} of the result, or the last one */
export function figure ({ result, samples }, { now, whole }) {
  if (result) return whole(result)
  return samples.map(now).findLast((value) => value != null)
}

/**
 * Gives the points of a curve up to the result's figure, if that is one of the end; or its tail, if
 * the event loop was blocked to the end.
 * @type {(run: Run, metric: Metric) => {curve: Point[], tail: Point[]}}
 */
export function pointsOf ({ samples, result }, { now, whole, atEnd }) {
  const curve = samples.map((sample) => ({ time: sample.time, value: now(sample) }))
    .filter(({ value }) => value != null)
  const value = result && whole(result)
  const last = curve.at(-1)
  if (!last || value == null) return { curve, tail: [] }
  const end = { time: samples[samples.length - 1].time, value }
  if (silence({ samples }) >= BLOCKED && last.time < end.time) return { curve, tail: [last, end] }
  if (atEnd && last.time === end.time) curve.pop()
  return { curve: atEnd ? [...curve, end] : curve, tail: [] }
}

/** @param {Run} run @returns {Record<string, number>} `errors` without the timeouts */
export function failures ({ result, samples }) {
  const { timeouts = 0, errors = 0 } = result ?? samples.at(-1) ?? {}
  const unavailable = result ? result.statuses[503] : samples.at(-1)?.unavailable
  return { timeouts, unavailable: unavailable ?? 0, errors: errors - timeouts }
}

/** @param {Pick<Run, 'samples'>} run @returns {number} s since the last reading of the probe */
export function silence ({ samples }) {
  const last = samples.at(-1)
  if (!last || last.probe) return 0
  return last.time - (samples.findLast(({ probe }) => probe)?.time ?? 0)
}
