// What the page shows: where each figure is in a sample and in a result, and how it is written.

import { changing, megabytes, number, percentage } from './format.js'

/** @typedef {{cpu: number, delayP99: number, heap: number, listeners: number|null}} Probe readings of the server */

/**
 * @typedef {object} LiveSample
 * @property {number} time s since the load began
 * @property {number} rate req/s
 * @property {number|null} latencyP99 ms
 * @property {number} unavailable answers with status 503
 * @property {number} timeouts
 * @property {number} errors timeouts included
 * @property {Probe|null} probe null while the server owes its reading
 */

/**
 * @typedef {object} Result the part of a result that the page shows
 * @property {{average: number}} requests
 * @property {{p99: number}} latency
 * @property {Probe} server
 * @property {number} timeouts
 * @property {number} errors timeouts included
 * @property {Record<string, number>} statuses
 * @property {string} bottleneck
 */

/**
 * @typedef {object} Metric
 * @property {string} id
 * @property {string} label
 * @property {string} unit
 * @property {(sample: LiveSample) => number|null|undefined} now nothing where the sample has no reading
 * @property {(result: Result) => number|null} whole of the whole run
 * @property {string} span what `whole` covers
 * @property {(value: number) => string} format for a result
 * @property {(value: number) => string} [formatNow] for a sample, if different
 * @property {number} scale an axis shows the value times this
 * @property {number} least the lowest end of an axis
 * @property {boolean} log whether a log axis makes sense
 */

const LOG = { format: number, scale: 1, least: 10, log: true }

/** @type {Metric[]} */
export const METRICS = [
  {
    ...LOG,
    id: 'rate',
    label: 'Requests per second',
    unit: 'req/s',
    now: (sample) => sample.rate,
    whole: (result) => result.requests.average,
    span: 'average',
    formatNow: changing
  },
  {
    ...LOG,
    id: 'latency',
    label: 'Latency p99',
    unit: 'ms',
    now: (sample) => sample.latencyP99,
    whole: (result) => result.latency.p99,
    span: 'whole run',
    formatNow: changing
  },
  {
    ...LOG,
    id: 'delay',
    label: 'Event-loop delay p99',
    unit: 'ms',
    now: (sample) => sample.probe?.delayP99,
    whole: (result) => result.server.delayP99,
    span: 'whole run',
    formatNow: changing
  },
  {
    ...LOG,
    id: 'listeners',
    label: 'after listeners',
    unit: '',
    now: (sample) => sample.probe?.listeners,
    whole: (result) => result.server.listeners,
    span: 'at the end'
  },
  {
    id: 'heap',
    label: 'Heap in use',
    unit: 'MB',
    now: (sample) => sample.probe?.heap,
    whole: (result) => result.server.heap,
    span: 'at the end',
    format: megabytes,
    scale: 1e-6,
    least: 20,
    log: false
  },
  {
    id: 'cpu',
    label: 'CPU of one core',
    unit: '%',
    now: (sample) => sample.probe?.cpu,
    whole: (result) => result.server.cpu,
    span: 'average',
    format: percentage,
    scale: 100,
    least: 100,
    log: false
  }
]
