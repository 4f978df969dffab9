'use strict'

// Figures of a load that several labs show.

exports.cpu = {
  name: 'cpu',
  label: 'CPU time per request',
  unit: 'µs',
  compared: true,
  read: (result) => result.cpuPerRequest
}

exports.rate = {
  name: 'rate',
  label: 'Req/Sec',
  limitedBy: 'generatorBound',
  read: (result) => result.requests.average
}

exports.p99 = {
  name: 'p99',
  label: 'p99',
  unit: 'ms',
  read: (result) => result.latency.p99
}
