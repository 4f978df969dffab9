// Where each figure is in a sample and in a result.

/** @import { Metric } from './types' */

export const TIMEOUT = 10_000 // ms, after which the load generator gives up

/** @type {(p99: number|null, answered: number, timeouts: number) => number|null} ms */
function withTimeouts (p99, answered, timeouts) {
  return timeouts > (answered + timeouts) / 100 ? Infinity : p99
}

/** @type {Metric[]} `log`: whether several curves have a logarithmic axis */
export const METRICS = [
  {
    id: 'rate',
    title: 'Requests per second',
    span: 'average',
    log: true,
    now: ({ rate }) => rate,
    whole: ({ requests }) => requests.average
  },
  {
    id: 'latency',
    title: 'Latency p99, ms',
    span: 'with timeouts',
    log: true,
    now: (sample) => withTimeouts(sample.latencyP99, sample.answered, sample.timeouts),
    whole: ({ latency, requests, timeouts }) => {
      return withTimeouts(latency.p99, requests.total, timeouts)
    }
  },
  {
    id: 'delay',
    title: 'Event-loop delay p99, ms',
    span: 'whole run',
    log: true,
    now: ({ probe }) => probe?.delayP99,
    whole: ({ server }) => server.delayP99
  },
  {
    id: 'listeners',
    title: 'Listeners of an event',
    span: 'if more than 10',
    log: true,
    now: ({ probe }) => probe?.listeners,
    atEnd: true,
    whole: ({ server }) => server.listeners
  },
  {
    id: 'heap',
    title: 'Heap in use, MB',
    span: 'at the end',
    now: ({ probe }) => probe && probe.heap / 1e6,
    atEnd: true,
    whole: ({ server }) => server.heap / 1e6
  },
  {
    id: 'cpu',
    title: 'CPU, % of one core',
    span: 'average',
    now: ({ probe }) => probe && probe.cpu * 100,
    whole: ({ server }) => server.cpu * 100
  }
]
