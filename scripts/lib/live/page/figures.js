// The figures and curves of a run.

export const SILENT = 0.75 // s without a reading of the probe

// The probe reads nothing while the event loop is blocked.
function figuresOf ({
  rate,
  latencyP99,
  answered,
  timeouts,
  unavailable,
  errors,
  probe
}) {
  const isTimeout = timeouts > (answered + timeouts) / 100
  return {
    rate,
    latency: isTimeout ? Infinity : latencyP99,
    delay: probe?.delayP99,
    listeners: probe?.listeners,
    heap: probe && probe.heap / 1e6,
    cpu: probe && probe.cpu * 100,
    timeouts,
    unavailable,
    errors: errors - timeouts
  }
}

/** Gives a result the shape of a sample. */
export function toSample (result) {
  return {
    ...result,
    rate: result.requests.average,
    latencyP99: result.latency.p99,
    answered: result.requests.total,
    unavailable: result.statuses[503] ?? 0,
    probe: result.server
  }
}

/** Gives the last figure that there is: that of the result, unless it has none. */
export function figure ({ result, samples }, id) {
  const readings = result ? [...samples, result] : samples
  return readings
    .map((reading) => figuresOf(reading)[id])
    .findLast((value) => value != null)
}

/** Gives the points of a curve. The heap of the result is a reading at the end. */
export function curveOf (run, id) {
  const curve = []
  for (const sample of run.samples) {
    const value = figuresOf(sample)[id]
    if (value != null) curve.push({ time: sample.time, value })
  }
  const { time } = run.samples.at(-1) ?? {}
  if (!run.result || !curve.length || id !== 'heap') return curve
  if (curve.at(-1)?.time === time) curve.pop()
  return [...curve, { time, value: figure(run, id) }]
}

/** Gives the seconds since the last reading of the probe. */
export function silence ({ samples }) {
  const last = samples.at(-1)
  const read = samples.findLast(({ probe }) => probe)
  return last ? last.time - (read?.time ?? 0) : 0
}

/** Gives the runs of which a panel shows a curve: a guess is of the rate only. */
export const runsIn = (id, series) => series.filter(({ isGuess }) => !isGuess || id === 'rate')

/** Gives two significant digits, as people read a figure from afar. */
export function figureText (value) {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 2 })
}
