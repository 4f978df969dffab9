// What the page shows: where each figure is in a sample and in a result, and how it is written.

import { changing, megabytes, number, percentage } from './labels.js'

/** @typedef {{cpu: number, delayP99: number, heap: number, listeners: number|null}} ServerFigures */
/** @typedef {ServerFigures & {excessListeners?: {event: string}[]}} Probe readings of the server */

// `time` is in s since the load began; `probe` is null while the server owes its reading.
/** @typedef {{timeouts: number, errors: number}} Failures `errors` include timeouts */
/** @typedef {{rate: number, latencyP99: number|null, answered: number, unavailable: number}} Counts */
/** @typedef {Failures & Counts & {time: number, probe: Probe|null}} LiveSample */
/** @typedef {{requests: {average: number, total: number}, latency: {p99: number}}} Answers */
/** @typedef {Answers & {cpuPerRequest: number, server: Probe, bottleneck: string}} ResultFigures */
/** @typedef {Failures & ResultFigures & {statuses: Record<string, number>}} Result the part that the page shows */

/**
 * @typedef {object} Metric
 * @property {string} id
 * @property {string} label
 * @property {string} unit
 * @property {string} span what `whole` covers
 * @property {string} spanNow what `now` covers
 * @property {(value: number) => string} format for a result
 * @property {(value: number) => string} [formatNow] for a sample, if different
 * @property {(sample: LiveSample) => number|null|undefined} now nothing where the sample has no reading
 * @property {(result: Result) => number|null} whole of the whole run
 * @property {(figures: Probe) => string|undefined} [code] a name from the code of the server
 * @property {number} scale an axis shows the value times this
 * @property {number} least the lowest end of an axis
 * @property {boolean} log whether a log axis makes sense
 */

/** @type {(id: keyof ServerFigures) => Pick<Metric, 'now'|'whole'>} where the server's figure of this name is */
const ofServer = (id) => ({ now: ({ probe }) => probe?.[id], whole: ({ server }) => server[id] })

export const TIMEOUT = 10_000 // ms, after which autocannon gives up

// A p99 counts timeouts: if they are more than 1 % of all requests, it is Infinity, which stands for more than TIMEOUT.
/** @type {<T>(answered: number, timeouts: number, p99: T) => T|number} `p99` of the answers, ms */
const withTimeouts = (answered, timeouts, p99) => timeouts > (answered + timeouts) / 100 ? Infinity : p99
/** @type {(p99: number, format?: (value: number) => string) => string} ms; without that unit */
export const latencyFigure = (p99, format = number) => p99 === Infinity ? `> ${TIMEOUT / 1000} s` : format(p99)
/** @param {Result} result */
export const latencyP99 = ({ requests, latency, timeouts }) => withTimeouts(requests.total, timeouts, latency.p99)

const LOG = { format: number, scale: 1, least: 10, log: true, spanNow: 'now' }
const TIME = { ...LOG, formatNow: changing, unit: 'ms', span: 'whole run' }
const SHARE = { format: percentage, scale: 100, least: 100, log: false, unit: '%', span: 'average', spanNow: 'now' }
const MEMORY = { format: megabytes, scale: 1e-6, least: 20, log: false, unit: 'MB', span: 'at the end', spanNow: 'now' }

/** @type {Metric[]} */
export const METRICS = [
  {
    ...{ id: 'rate', label: 'Requests per second', ...LOG, formatNow: changing, unit: 'req/s', span: 'average' },
    now: ({ rate }) => rate,
    whole: ({ requests }) => requests.average
  },
  {
    ...{ id: 'latency', label: 'Latency p99', ...TIME },
    spanNow: 'so far, with timeouts',
    span: 'whole run, with timeouts',
    format: (p99) => latencyFigure(p99),
    formatNow: (p99) => latencyFigure(p99, changing),
    now: ({ latencyP99, answered, timeouts }) => withTimeouts(answered, timeouts, latencyP99),
    whole: latencyP99
  },
  { id: 'delay', label: 'Event-loop delay p99', ...TIME, ...ofServer('delayP99'), span: 'whole run; curve: now' },
  {
    ...{ id: 'listeners', label: 'Listeners of one event', ...LOG, unit: '', span: 'at the end, if more than 10' },
    ...ofServer('listeners'),
    code: ({ excessListeners }) => excessListeners?.[0]?.event
  },
  { id: 'heap', label: 'Heap in use', ...MEMORY, ...ofServer('heap') },
  { id: 'cpu', label: 'CPU, % of one core', ...SHARE, ...ofServer('cpu') }
]
