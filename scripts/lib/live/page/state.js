// The state of the page, built from the events of the stream, or cut from a run that was saved.

/** @typedef {import('./metrics.js').LiveSample} LiveSample */
/** @typedef {import('./metrics.js').Result} Result */
/**
 * @typedef {{targets: string[], connections: number, duration: number, replayOf?: string}} Settings `duration` in s;
 *   `replayOf`: when and where it was measured
 * @typedef {{target: string, samples: LiveSample[], result: Result|null, file: string}} Run of one target
 * @typedef {Run & {pinned: boolean}} Series a curve and a figure in each panel
 * @typedef {{startedAt: string, environment: {node: string}, events: {type: string, data: object}[]}} SavedRun
 */

/**
 * @typedef {object} State
 * @property {Settings|null} settings of the last start
 * @property {Run[]} runs one for each target that has begun
 * @property {'idle'|'running'|'done'|'stopped'|'failed'} phase
 * @property {string} message why it failed
 */

/** @type {State} */
export const NOTHING = { settings: null, runs: [], phase: 'idle', message: '' }

/** @type {(target: string) => Run} that has not begun */
const newRun = (target) => ({ target, samples: [], result: null, file: '' })

/** @type {(state: State, change: (run: Run) => Partial<Run>) => State} */
const changeLastRun = (state, change) =>
  ({ ...state, runs: state.runs.map((run, i, { length }) => i < length - 1 ? run : { ...run, ...change(run) }) })

/** @type {Record<string, (state: State, data: any) => State>} */
const steps = {
  start: (state, settings) => ({ ...NOTHING, settings, phase: 'running' }),
  target: (state, { target }) => ({ ...state, runs: [...state.runs, newRun(target)] }),
  sample: (state, sample) => changeLastRun(state, ({ samples }) => ({ samples: [...samples, sample] })),
  result: (state, { result, file }) => changeLastRun(state, () => ({ result, file })),
  end: (state, { outcome, message = '' }) => ({ ...state, phase: outcome, message })
}

/** The names of the events that change the state. */
export const EVENTS = Object.keys(steps)

/** @param {State} state @param {string} type of the event @param {object} data @returns {State} */
export const next = (state, type, data) => steps[type](state, data)

/**
 * What the page showed this many seconds into a run that was saved; starts and warm-ups take no time here.
 * @type {(saved: SavedRun, seconds: number) => State}
 */
export function stateAt ({ startedAt, environment, events }, seconds) {
  const { settings, runs } = events.reduce((state, { type, data }) => next(state, type, data), NOTHING)
  let start = 0
  /** @type {Run[]} */
  const shown = []
  for (const run of runs) {
    if (seconds < start) break
    const end = start + (run.samples.at(-1)?.time ?? 0)
    const samples = run.samples.filter(({ time }) => start + time <= seconds)
    shown.push(seconds < end ? { ...newRun(run.target), samples } : run)
    start = end
  }
  const replayOf = `${startedAt.slice(0, 16).replace('T', ' ')} UTC, Node.js ${environment.node}`
  const phase = seconds < start ? 'running' : 'done'
  return { ...NOTHING, settings: settings && { ...settings, replayOf }, runs: shown, phase }
}

/** @type {(state: State, pinned: Run[]) => Series[]} those that are pinned, then one for each target of the run */
export const seriesOf = ({ settings, runs }, pinned) => [
  ...pinned.map((run) => ({ ...run, pinned: true })),
  ...(settings?.targets ?? []).map((target, i) => ({ ...runs[i] ?? newRun(target), pinned: false }))
]

// The figure of the whole run if it has ended, else the last reading.
/** @type {(run: Run, metric: import('./metrics.js').Metric) => number|null|undefined} */
export function figure ({ result, samples }, { now, whole }) {
  if (result) return whole(result)
  const last = samples.findLast((sample) => now(sample) != null)
  return last && now(last)
}

/** @param {Run} run @returns {{timeouts: number, unavailable: number, errors: number}} errors other than timeouts */
export function failures ({ result, samples }) {
  const last = result ? { ...result, unavailable: result.statuses[503] ?? 0 } : samples.at(-1)
  const { timeouts, unavailable, errors } = last ?? { timeouts: 0, unavailable: 0, errors: 0 }
  return { timeouts, unavailable, errors: errors - timeouts }
}

/** @param {Run} run @returns {number} s since the server's last reading; 0 where it owes none */
export function silence ({ samples, result }) {
  const last = samples.at(-1)
  if (result || !last || last.probe) return 0
  return last.time - (samples.findLast(({ probe }) => probe)?.time ?? 0)
}
