// What has happened, put together from the stream's events.

/**
 * @typedef {object} Leg one target's part of a run
 * @property {string} target
 * @property {object[]} glances
 * @property {object|null} result
 * @property {string|null} file where the result is saved
 */

/**
 * @typedef {object} State
 * @property {object|null} order what was started last
 * @property {Leg[]} legs one for each target of the order that has begun
 * @property {'idle'|'running'|'done'|'stopped'|'failed'} phase
 * @property {string} words of the server that died
 */

/** @type {State} */
export const NOTHING = { order: null, legs: [], phase: 'idle', words: '' }

const withLast = (state, change) => {
  const leg = state.legs.at(-1)
  return { ...state, legs: [...state.legs.slice(0, -1), { ...leg, ...change(leg) }] }
}

const steps = {
  start: (state, order) => ({ ...NOTHING, order, phase: 'running' }),
  leg: (state, { target }) => ({ ...state, legs: [...state.legs, { target, glances: [], result: null, file: null }] }),
  glance: (state, glance) => withLast(state, ({ glances }) => ({ glances: [...glances, glance] })),
  result: (state, { result, file }) => withLast(state, () => ({ result, file })),
  end: (state, { outcome, words = '' }) => ({ ...state, phase: outcome, words })
}

/** The names of the events that make the state. */
export const EVENTS = Object.keys(steps)

/**
 * @param {State} state
 * @param {string} type of the event
 * @param {object} data
 * @returns {State}
 */
export const next = (state, type, data) => steps[type](state, data)

/**
 * @param {Leg} leg
 * @param {import('./metrics.js').Metric} metric
 * @returns {number|null|undefined} of the whole run when it has ended, else the last that is known
 */
export function figure ({ result, glances }, { now, whole }) {
  if (result) return whole(result)
  const told = glances.findLast((glance) => now(glance) != null)
  return told && now(told)
}

/**
 * @param {Leg[]} legs
 * @returns {{timeouts: number, unavailable: number, errors: number}} counts over all legs
 */
export function failures (legs) {
  const sum = { timeouts: 0, unavailable: 0, errors: 0 }
  for (const { result, glances } of legs) {
    const counts = result ? { ...result, unavailable: result.statuses[503] ?? 0 } : glances.at(-1)
    for (const name of Object.keys(sum)) sum[name] += counts?.[name] ?? 0
  }
  return sum
}

/**
 * @param {Leg} leg
 * @returns {number} s that the server owes its answer, 0 where it owes none
 */
export function silence ({ glances, result }) {
  const last = glances.at(-1)
  if (result || !last || last.inside) return 0
  return last.time - (glances.findLast(({ inside }) => inside)?.time ?? 0)
}
