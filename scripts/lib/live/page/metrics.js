// What the page shows: where each figure is in a sample and in a result, and how it is written.

import { changing, megabytes, number, percentage } from './format.js'

/** @typedef {{cpu: number, delayP99: number, heap: number, listeners: number|null}} Probe readings of the server */

/**
 * `errors` include timeouts; `time` is in s since the load began; `probe` is null while the server owes its reading.
 *
 * @typedef {{timeouts: number, errors: number}} Failures
 * @typedef {{time: number, rate: number, latencyP99: number|null, unavailable: number, probe: Probe|null}} Readings
 * @typedef {Failures & Readings} LiveSample
 */

/**
 * @typedef {object} ResultFigures the part of a result that the page shows
 * @property {{average: number}} requests
 * @property {{p99: number}} latency
 * @property {Probe} server
 * @property {Record<string, number>} statuses
 * @property {string} bottleneck
 */

/** @typedef {Failures & ResultFigures} Result */

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

const LOG = { format: number, scale: 1, least: 10, log: true }

/** @type {Metric[]} */
export const METRICS = [
  {
    ...{ id: 'rate', label: 'Requests per second', unit: 'req/s', span: 'average', ...LOG, formatNow: changing },
    now: (sample) => sample.rate,
    whole: (result) => result.requests.average
  },
  {
    ...{ id: 'latency', label: 'Latency p99', unit: 'ms', span: 'whole run', ...LOG, formatNow: changing },
    now: (sample) => sample.latencyP99,
    whole: (result) => result.latency.p99
  },
  {
    ...{ id: 'delay', label: 'Event-loop delay p99', unit: 'ms', span: 'whole run', ...LOG, formatNow: changing },
    now: (sample) => sample.probe?.delayP99,
    whole: (result) => result.server.delayP99
  },
  {
    ...{ id: 'listeners', label: 'after listeners', unit: '', span: 'at the end', ...LOG },
    now: (sample) => sample.probe?.listeners,
    whole: (result) => result.server.listeners
  },
  {
    ...{ id: 'heap', label: 'Heap in use', unit: 'MB', span: 'at the end' },
    ...{ format: megabytes, scale: 1e-6, least: 20, log: false },
    now: (sample) => sample.probe?.heap,
    whole: (result) => result.server.heap
  },
  {
    ...{ id: 'cpu', label: 'CPU of one core', unit: '%', span: 'average' },
    ...{ format: percentage, scale: 100, least: 100, log: false },
    now: (sample) => sample.probe?.cpu,
    whole: (result) => result.server.cpu
  }
]
