// What the page shows: where each figure is in a sample and in a result, and how it is written.

import { changing, megabytes, number, percentage } from './format.js'

/** @typedef {{cpu: number, delayP99: number, heap: number, listeners: number|null}} Probe readings of the server */

// `time` is in s since the load began; `probe` is null while the server owes its reading.
/** @typedef {{timeouts: number, errors: number}} Failures `errors` include timeouts */
/** @typedef {{time: number, rate: number, latencyP99: number|null, unavailable: number, probe: Probe|null}} Readings */
/** @typedef {Failures & Readings} LiveSample */
/** @typedef {{requests: {average: number, total: number}, latency: {p99: number}}} Answers */
/** @typedef {Answers & {cpuPerRequest: number, server: Probe, bottleneck: string}} ResultFigures */
/** @typedef {Failures & ResultFigures & {statuses: Record<string, number>}} Result the part that the page shows */

/**
 * @typedef {object} Metric
 * @property {string} id
 * @property {string} label
 * @property {string} unit
 * @property {string} span what `whole` covers
 * @property {(value: number) => string} format for a result
 * @property {(value: number) => string} [formatNow] for a sample, if different
 * @property {(sample: LiveSample) => number|null|undefined} now nothing where the sample has no reading
 * @property {(result: Result) => number|null} whole of the whole run
 * @property {number} scale an axis shows the value times this
 * @property {number} least the lowest end of an axis
 * @property {boolean} log whether a log axis makes sense
 */

/** @type {(id: keyof Probe) => Pick<Metric, 'now'|'whole'>} where the server's figure of this name is */
const ofServer = (id) => ({ now: ({ probe }) => probe?.[id], whole: ({ server }) => server[id] })

const LOG = { format: number, scale: 1, least: 10, log: true }
const TIME = { ...LOG, formatNow: changing, unit: 'ms', span: 'whole run' }
const TIMEOUT = 10_000 // ms, after which autocannon gives up

/** @type {(result: Pick<Result, 'requests'|'latency'|'timeouts'>) => number} Infinity if more than 1 % timed out */
export const latencyP99 = ({ requests, latency, timeouts }) =>
  timeouts > (requests.total + timeouts) / 100 ? Infinity : latency.p99
/** @param {number} p99 ms */
export const latencyText = (p99) => p99 === Infinity ? `> ${number(TIMEOUT)}` : number(p99)

const SHARE = { format: percentage, scale: 100, least: 100, log: false, unit: '%', span: 'average' }
const MEMORY = { format: megabytes, scale: 1e-6, least: 20, log: false, unit: 'MB', span: 'at the end' }

/** @type {Metric[]} */
export const METRICS = [
  {
    ...{ id: 'rate', label: 'Requests per second', ...LOG, formatNow: changing, unit: 'req/s', span: 'average' },
    now: ({ rate }) => rate,
    whole: ({ requests }) => requests.average
  },
  {
    ...{ id: 'latency', label: 'Latency p99', ...TIME, format: latencyText, span: 'whole run; curve: each second' },
    now: ({ latencyP99 }) => latencyP99,
    whole: latencyP99
  },
  { id: 'delay', label: 'Event-loop delay p99', ...TIME, ...ofServer('delayP99') },
  {
    ...{ id: 'listeners', label: 'Listeners of one event', ...LOG, unit: '', span: 'at the end, if more than 10' },
    ...ofServer('listeners')
  },
  { id: 'heap', label: 'Heap in use', ...MEMORY, ...ofServer('heap') },
  { id: 'cpu', label: 'CPU of one core', ...SHARE, ...ofServer('cpu') }
]
