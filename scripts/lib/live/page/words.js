// The state in words: a headline that is read from the back row, and a sentence or two for those who want to know.

import { hundredths, megabytes, number, ratio } from './format.js'
import { silence } from './state.js'

const BLOCKED = 0.75 // s without a look inside, from which on it is worth a word

const load = ({ connections, duration }) => `${number(connections)} connection${connections === 1 ? '' : 's'} for ${duration} s`

/**
 * @param {import('./state.js').State} state of a run that is on, or before any
 * @returns {{headline: string, detail: string}}
 */
export function now ({ order, legs, phase }) {
  if (phase === 'idle') return { headline: 'Choose a stage and press Start', detail: 'Race runs slow, fast and optimized one after another, under the same load.' }
  const leg = legs.at(-1)
  if (!leg) return { headline: 'Starting …', detail: load(order) }
  const { target, glances, result } = leg
  const detail = `${load(order)}${order.targets.length > 1 ? `; ${legs.length} of ${order.targets.length}` : ''}`
  if (result) return { headline: `${target}: saved`, detail }
  if (!glances.length) return { headline: `${target}: starting, warming up …`, detail }
  const { time } = glances.at(-1)
  const silent = silence(leg)
  return {
    headline: `${target}: ${Math.min(time, order.duration).toFixed(1)} of ${order.duration} s`,
    detail: silent < BLOCKED ? detail : `The event loop is blocked: no look inside for ${silent.toFixed(1)} s`
  }
}

/**
 * @param {import('./state.js').State} state of a run that has ended
 * @returns {{headline: string, detail: string}}
 */
export function summary ({ order, legs, phase }) {
  const done = legs.filter(({ result }) => result)
  const broken = legs.at(-1)?.target ?? order.targets[0]
  const headline = {
    done: ratios(done) || done.map(({ target, result }) => `${target}: ${number(result.requests.average)} req/s`).join(', '),
    stopped: `${broken} stopped`,
    failed: `${broken} failed`
  }[phase]
  const unsaved = phase === 'done' ? [] : [`Nothing of ${broken} is saved.`]
  return { headline, detail: [...unsaved, ...done.map((leg) => sentence(leg, done.length === 1))].join(' ') }
}

/** Each to the one before it. */
function ratios (legs) {
  return legs.slice(1).map(({ target, result }, i) => {
    const before = legs[i]
    return `${target} is ${ratio(result.requests.average / before.result.requests.average)} ${before.target}`
  }).join(', ')
}

function sentence ({ target, result, file }, full) {
  const { requests, latency, server, timeouts, statuses, bottleneck } = result
  const figures = [
    `${number(requests.average)} requests per second on average`,
    `latency p99 ${number(latency.p99)} ms`,
    ...(server.listeners === null ? [] : [`${number(server.listeners)} after listeners`]),
    ...(full ? [`event-loop delay p99 ${number(server.delayP99)} ms`, `heap ${megabytes(server.heap)} MB`, `CPU ${hundredths(server.cpu)} %`] : []),
    ...(timeouts ? [`${number(timeouts)} timeouts`] : []),
    ...(statuses[503] ? [`${number(statuses[503])} answers 503`] : []),
    ...(bottleneck === 'generator' ? ['the load generator was the limit'] : [])
  ]
  return `${target}: ${figures.join(', ')}${full ? `. Saved in ${file}` : ''}.`
}
