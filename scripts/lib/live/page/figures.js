// The figures and curves of a run.

export const BLOCKED = 0.75 // s without a reading of the probe
const AT_END = ['listeners', 'heap'] // whose figure of the result is a reading at the end

// Where a figure is in a sample. The probe reads nothing while the event loop is blocked.
const READ = {
  rate: ({ rate }) => rate,
  latency: latencyWithTimeouts,
  delay: ({ probe }) => probe?.delayP99,
  listeners: ({ probe }) => probe?.listeners,
  heap: ({ probe }) => probe && probe.heap / 1e6,
  cpu: ({ probe }) => probe && probe.cpu * 100,
  timeouts: ({ timeouts }) => timeouts,
  unavailable: ({ unavailable }) => unavailable,
  errors: ({ errors, timeouts }) => errors - timeouts
}

function latencyWithTimeouts ({ latencyP99, answered, timeouts }) {
  return timeouts > (answered + timeouts) / 100 ? Infinity : latencyP99
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

/** Gives a figure of the result, or the last one that there is. */
export function figure ({ result, samples }, id) {
  if (result) return READ[id](result)
  return samples.map(READ[id]).findLast((value) => value != null)
}

/**
 * Gives the points of a curve, the last of which may be the result's figure; or its tail to that
 * figure, if the event loop was blocked to the end.
 */
export function pointsOf (run, id) {
  const curve = []
  for (const sample of run.samples) {
    const value = READ[id](sample)
    if (value != null) curve.push({ time: sample.time, value })
  }
  const last = curve.at(-1)
  const value = run.result && figure(run, id)
  if (!last || value == null) return { curve, tail: [] }
  const { time } = run.samples.at(-1)
  const end = { time, value }
  const isLate = last.time < time
  if (isLate && silence(run) >= BLOCKED) return { curve, tail: [last, end] }
  if (!AT_END.includes(id)) return { curve, tail: [] }
  if (!isLate) curve.pop()
  return { curve: [...curve, end], tail: [] }
}

/** Gives the seconds since the last reading of the probe. */
export function silence ({ samples }) {
  const last = samples.at(-1)
  const read = samples.findLast(({ probe }) => probe)
  return last ? last.time - (read?.time ?? 0) : 0
}
