// The state that the page shows, built from the events of a run.

import { toSample } from './figures.js'

const newRun = (target) => ({ target, samples: [], result: null })

/** Gives the state that events lead to. */
export function stateOf (events) {
  /** @type {any} events have any data */
  let run // of the last target that has begun
  const state = {
    phase: 'idle', // then running, done, stopped, failed or lost
    message: '', // why it failed
    settings: { duration: 10 }, // of the run, s
    runs: [] // of all targets
  }
  for (const { type, data } of events) {
    if (type === 'start') {
      state.phase = 'running'
      state.settings = data
      state.runs = data.targets.map(newRun)
    }
    if (type === 'target') {
      run = state.runs.find(({ target }) => target === data.target)
    }
    if (type === 'sample') run.samples.push(data)
    if (type === 'result') run.result = toSample(data.result)
    if (type === 'end') {
      state.phase = data.outcome
      state.message = data.message ?? ''
    }
  }
  return { ...state, current: run }
}

/** Gives the events of a saved run up to a moment; starts and warm-ups take no time here. */
export function eventsUntil (seconds, events) {
  let start = 0 // s, of the target
  let time = 0
  for (const [i, { type, data }] of events.entries()) {
    if (type === 'target') start = time
    if (type === 'sample') time = start + data.time
    if (time > seconds) return events.slice(0, i)
  }
  return [...events, { type: 'end', data: { outcome: 'done' } }]
}
