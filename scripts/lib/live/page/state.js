// The state of the page, built from the events of the stream.

/** @typedef {import('./metrics.js').LiveSample} LiveSample */
/** @typedef {import('./metrics.js').Result} Result */
/** @typedef {{targets: string[], connections: number, duration: number}} Settings `duration` in s */
/** @typedef {{target: string, samples: LiveSample[], result: Result|null, file: string}} Run of one target */

/**
 * @typedef {object} State
 * @property {Settings|null} settings of the last start
 * @property {Run[]} runs one for each target that has begun
 * @property {'idle'|'running'|'done'|'stopped'|'failed'} phase
 * @property {string} message why it failed
 */

/** @type {State} */
export const NOTHING = { settings: null, runs: [], phase: 'idle', message: '' }

/** @type {(state: State, change: (run: Run) => Partial<Run>) => State} */
const changeLastRun = (state, change) =>
  ({ ...state, runs: state.runs.map((run, i, { length }) => i < length - 1 ? run : { ...run, ...change(run) }) })

/** @type {Record<string, (state: State, data: any) => State>} */
const steps = {
  start: (state, settings) => ({ ...NOTHING, settings, phase: 'running' }),
  target: (state, { target }) => ({ ...state, runs: [...state.runs, { target, samples: [], result: null, file: '' }] }),
  sample: (state, sample) => changeLastRun(state, ({ samples }) => ({ samples: [...samples, sample] })),
  result: (state, { result, file }) => changeLastRun(state, () => ({ result, file })),
  end: (state, { outcome, message = '' }) => ({ ...state, phase: outcome, message })
}

/** The names of the events that change the state. */
export const EVENTS = Object.keys(steps)

/** @param {State} state @param {string} type of the event @param {object} data @returns {State} */
export const next = (state, type, data) => steps[type](state, data)

// The figure of the whole run if it has ended, else the last reading.
/** @type {(run: Run, metric: import('./metrics.js').Metric) => number|null|undefined} */
export function figure ({ result, samples }, { now, whole }) {
  if (result) return whole(result)
  const last = samples.findLast((sample) => now(sample) != null)
  return last && now(last)
}

/** @param {Run[]} runs @returns {{timeouts: number, unavailable: number, errors: number}} errors other than timeouts */
export function failures (runs) {
  const sum = { timeouts: 0, unavailable: 0, errors: 0 }
  for (const { result, samples } of runs) {
    const counts = result ? { ...result, unavailable: result.statuses[503] ?? 0 } : samples.at(-1)
    if (!counts) continue
    sum.timeouts += counts.timeouts
    sum.unavailable += counts.unavailable
    sum.errors += counts.errors - counts.timeouts
  }
  return sum
}

/** @param {Run} run @returns {number} s since the server's last reading; 0 where it owes none */
export function silence ({ samples, result }) {
  const last = samples.at(-1)
  if (result || !last || last.probe) return 0
  return last.time - (samples.findLast(({ probe }) => probe)?.time ?? 0)
}
