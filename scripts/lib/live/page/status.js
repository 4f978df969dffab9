// The state in words: a headline for the back row, and a sentence or two of detail.

import { megabytes, number, percentage, ratio } from './labels.js'
import { latencyFigure, latencyP99 } from './metrics.js'
import { silence } from './state.js'

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Run & {result: import('./metrics.js').Result}} CompleteRun */
/** @typedef {{headline: string, detail: string}} Status */

const BLOCKED = 0.75 // s without a reading, from which on the page mentions it

/** @type {Status} */
const IDLE = {
  headline: 'Tick a stage and press Start',
  detail: 'Race runs what is ticked one after another, under the same load. If only one is ticked, it runs the stages.'
}

/** @param {import('./state.js').Settings} settings */
function load ({ connections, duration, replayOf }) {
  const text = `${number(connections)} connection${connections === 1 ? '' : 's'} for ${duration} s`
  return replayOf ? `${text}; replay of ${replayOf}` : text
}

/** @param {State} state before any run or during one @returns {Status} */
export function currentStatus ({ settings, runs }) {
  if (!settings) return IDLE
  const run = runs.at(-1)
  if (!run) return { headline: 'Starting …', detail: load(settings) }
  const { target, samples, result } = run
  const count = settings.targets.length > 1 ? `; ${runs.length} of ${settings.targets.length}` : ''
  const detail = `${load(settings)}${count}`
  if (result) return { headline: `${target}: saved`, detail }
  const last = samples.at(-1)
  if (!last) return { headline: `${target}: starting, warming up …`, detail }
  const silent = silence(run)
  const headline = `${target}: ${Math.min(last.time, settings.duration).toFixed(1)} of ${settings.duration} s`
  if (silent < BLOCKED) return { headline, detail }
  return { headline, detail: `The event loop is blocked: no reading for ${silent.toFixed(1)} s` }
}

/** @param {State} state of a run that has ended @returns {Status} */
export function finalStatus ({ settings, runs, phase, message = '' }) {
  const done = /** @type {CompleteRun[]} */ (runs.filter(({ result }) => result))
  if (phase === 'done') {
    const [{ target, result }] = done
    const byCpu = ratios(done)
    const origin = settings?.replayOf ? ` Replay of ${settings.replayOf}.` : ''
    const detail = `${byCpu && 'By CPU time per request. '}${sentences(done)}${origin}`
    return { headline: byCpu || `${target}: ${number(result.requests.average)} req/s`, detail }
  }
  const broken = runs.at(-1)?.target ?? settings?.targets[0]
  const detail = [errorOf(message), `Nothing of ${broken} is saved.`, sentences(done)].filter(Boolean).join(' ')
  return { headline: `${broken} ${phase}`, detail }
}

/** @param {string} message @returns {string} its error: Node.js prints lines of the source before it */
function errorOf (message) {
  const [error] = message.match(/^\w*Error\b.*$/m) ?? message.split('\n')
  return error && `${error.replace(/[.:]$/, '')}.`
}

/** @param {CompleteRun[]} runs @returns {string} each run and the one before it, by CPU time per request */
const ratios = (runs) => runs.slice(1).map(({ target, result: { cpuPerRequest } }, i) =>
  `${target} is ${ratio(runs[i].result.cpuPerRequest / cpuPerRequest)} ${runs[i].target}`).join(', ')

/** @param {CompleteRun[]} runs */
const sentences = (runs) => runs.map(({ target, result, file }) => {
  const { requests, server, bottleneck } = result
  const full = runs.length === 1
  const figures = [
    `${number(requests.average)} requests per second on average`,
    `${number(result.cpuPerRequest)} µs of CPU time per request`,
    `latency p99 ${latencyFigure(latencyP99(result), (p99) => `${number(p99)} ms`)}`,
    server.listeners !== null && `${number(server.listeners)} listeners of one event`,
    full && `event-loop delay p99 ${number(server.delayP99)} ms`,
    full && `heap ${megabytes(server.heap)} MB`,
    full && `CPU ${percentage(server.cpu)} %`,
    bottleneck === 'generator' && 'the load generator was the bottleneck'
  ].filter(Boolean)
  return `${target}: ${figures.join(', ')}${full ? `. Saved in ${file}` : ''}.`
}).join(' ')
