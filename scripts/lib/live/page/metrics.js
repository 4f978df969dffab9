// What the page shows: where each figure is found in a glance and in a result, and how it is written.

import { glanced, hundredths, megabytes, number } from './format.js'

/**
 * @typedef {object} Metric
 * @property {string} id
 * @property {string} label
 * @property {string} unit
 * @property {(glance: object) => number|null|undefined} now nothing where this glance does not tell
 * @property {(result: object) => number|null} whole of the whole run
 * @property {string} span what `whole` covers
 * @property {(value: number) => string} format for a result
 * @property {(value: number) => string} [fleeting] for a glance, if otherwise
 * @property {number} scale what an axis shows is the value times this
 * @property {number} least the highest value of an axis is no lower
 * @property {boolean} log whether a log axis makes sense
 */

/** @type {Metric[]} */
export const METRICS = [
  {
    id: 'rate',
    label: 'Requests per second',
    unit: 'req/s',
    now: (glance) => glance.rate,
    whole: (result) => result.requests.average,
    span: 'average',
    format: number,
    fleeting: glanced,
    scale: 1,
    least: 10,
    log: true
  },
  {
    id: 'latency',
    label: 'Latency p99',
    unit: 'ms',
    now: (glance) => glance.latencyP99,
    whole: (result) => result.latency.p99,
    span: 'whole run',
    format: number,
    fleeting: glanced,
    scale: 1,
    least: 10,
    log: true
  },
  {
    id: 'delay',
    label: 'Event-loop delay p99',
    unit: 'ms',
    now: (glance) => glance.inside?.delayP99,
    whole: (result) => result.server.delayP99,
    span: 'whole run',
    format: number,
    fleeting: glanced,
    scale: 1,
    least: 10,
    log: true
  },
  {
    id: 'listeners',
    label: 'after listeners',
    unit: '',
    now: (glance) => glance.inside?.listeners,
    whole: (result) => result.server.listeners,
    span: 'at the end',
    format: number,
    scale: 1,
    least: 10,
    log: true
  },
  {
    id: 'heap',
    label: 'Heap in use',
    unit: 'MB',
    now: (glance) => glance.inside?.heap,
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
    now: (glance) => glance.inside?.cpu,
    whole: (result) => result.server.cpu,
    span: 'average',
    format: hundredths,
    scale: 100,
    least: 100,
    log: false
  }
]
