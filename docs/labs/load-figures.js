'use strict'

// Figures that several labs show, and a claim about the CPU time.

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

exports.needsMoreCpu = (a, b, claim, above = 1) => ({ claim, ratio: [a, b, 'cpu'], above })
